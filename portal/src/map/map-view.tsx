import type { Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { createPortal } from 'react-dom';
import { api } from '../api/client.js';
import { Icon, type IconName } from '../design/icons/icon.js';
import { Tip } from '../design/icons/moment.js';
import { Load, Notice } from '../design/notices/notice.js';
import { useLanguage, useTexts } from '../texts/language.js';
import { draw, type Drawing, useColours } from './drawing.js';
import { type LngLat, wrapped } from './places.js';
import { fit, limitZoom, useMap, useView } from './use-map.js';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';

interface Props {
  label: string;
  /** The initial points. A new list resets the view. */
  points: readonly LngLat[];
  /** The WebGL layers. */
  drawing?: Drawing;
  /** The elements on the map, for screen readers and the keyboard. */
  children: (map: MapLibre) => ReactNode;
}

/** A map in the configured style, or with country outlines if there is none. A new language creates a new map. */
export function MapView(props: Props) {
  const { locale } = useLanguage();
  return (
    <Load read={api.portalSettings()}>
      {({ map }) => <StyledMap key={locale} {...props} styleUrl={map?.style_url} />}
    </Load>
  );
}

function StyledMap({ label, points, drawing, children, styleUrl }: Props & { styleUrl: string | undefined }) {
  const { map: texts } = useTexts();
  const { frame, map, places, styles, trouble } = useMap(styleUrl);
  const isPlain = styleUrl === undefined || trouble === 'style';
  const outlines = useOutlines(isPlain);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => map?.getCanvas().setAttribute('aria-label', label), [map, label]);
  useEffect(() => map && limitZoom(map, isPlain), [map, isPlain]);
  useEffect(() => map && fit(map, points), [map, points]);
  useEffect(() => {
    if (!map || styles === 0 || (isPlain && !outlines)) return;
    for (const each of [outlines, drawing]) if (each) draw(map, each);
    void map.once('idle', () => setIsDrawn(true));
    map.triggerRepaint(); // the map may be idle already
  }, [map, styles, isPlain, outlines, drawing]);
  if (trouble === 'browser') return <Notice kind="warning">{texts.noWebGl}</Notice>;
  return (
    <>
      <div className="map" aria-busy={!isDrawn}>
        <div className="map-frame" ref={frame} />
        {map && (
          <>
            {places && createPortal(children(map), places)}
            <MapControls map={map} onFit={() => fit(map, points)} />
            <MapCentre map={map} />
          </>
        )}
      </div>
      {styleUrl === undefined && <p className="hint map-hint">{texts.plain}</p>}
      {trouble && <Notice kind="warning">{trouble === 'style' ? texts.noStyle : texts.noParts}</Notice>}
    </>
  );
}

/** Loads the country outlines, if the map has no style. */
function useOutlines(isWanted: boolean): Drawing | undefined {
  const { map: texts } = useTexts();
  const { land, border } = useColours();
  const [shapes, setShapes] = useState<GeoJSON.FeatureCollection>();
  useEffect(() => {
    if (isWanted) void import('./outlines.js').then(({ outlines }) => setShapes(outlines));
  }, [isWanted]);
  return useMemo(
    () =>
      isWanted && shapes
        ? {
            id: 'outlines',
            attribution: texts.source,
            shapes,
            layers: [
              { id: 'land', type: 'fill', paint: { 'fill-color': land } },
              { id: 'borders', type: 'line', paint: { 'line-color': border } },
            ],
          }
        : undefined,
    [isWanted, shapes, texts, land, border],
  );
}

const STEP = 120;

/** Buttons for all pointer gestures of the map, for the keyboard and for users who cannot drag. */
function MapControls({ map, onFit }: { map: MapLibre; onFit: () => void }) {
  const { map: texts } = useTexts();
  const controls: [icon: IconName, label: string, onPress: () => void][] = [
    ['plus', texts.zoomIn, () => map.zoomIn()],
    ['minus', texts.zoomOut, () => map.zoomOut()],
    ['fit', texts.fit, onFit],
    ['up', texts.north, () => map.panBy([0, -STEP])],
    ['down', texts.south, () => map.panBy([0, STEP])],
    ['left', texts.west, () => map.panBy([-STEP, 0])],
    ['right', texts.east, () => map.panBy([STEP, 0])],
  ];
  return (
    <div className="map-controls" role="group" aria-label={texts.controls}>
      {controls.map(([icon, label, onPress]) => (
        <Tip key={icon} text={label}>
          <Button className="map-control" aria-label={label} onPress={onPress}>
            <Icon name={icon} />
          </Button>
        </Tip>
      ))}
    </div>
  );
}

/** Shows the coordinates of the center of the map. */
function MapCentre({ map }: { map: MapLibre }) {
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
