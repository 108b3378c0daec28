import type { Map as MapLibre } from 'maplibre-gl';
import { useLanguage } from '../texts/language.js';
import { wrapped } from './places.js';
import { useView } from './use-view.js';

/** Shows the coordinates of the center of the map. */
export function MapCentre({ map }: { map: MapLibre }) {
  const { texts, locale } = useLanguage();
  const { sides, centre } = texts.map;
  const view = useView(map);
  const digits = Math.max(0, Math.round(view.zoom / 3));
  const degrees = (value: number, above: string, below: string): string => {
    const amount = Math.abs(value).toLocaleString(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return `${amount}° ${value < 0 ? below : above}`;
  };
  const [lng, lat] = view.centre;
  return (
    <p className="map-centre">
      <span className="visually-hidden">{centre} </span>
      {degrees(lat, sides.north, sides.south)}, {degrees(wrapped(lng), sides.east, sides.west)}
    </p>
  );
}
