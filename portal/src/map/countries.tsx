import { geoPath, type GeoProjection } from 'd3-geo';
import { overlap } from './longitude.js';
import { countries, type Country } from './outline.js';
import type { Bounds } from './view.js';

/** The outlines of the countries in sight. */
export function Countries({ projection, bounds }: { projection: GeoProjection; bounds: Bounds }) {
  const draw = geoPath(projection);
  return (
    <g className="countries">
      {countries
        .filter((country) => isInSight(country, bounds))
        .map(({ shape, arc: { west, width }, south, north }) => (
          <path key={`${west} ${width} ${south} ${north}`} d={draw(shape) ?? undefined} />
        ))}
    </g>
  );
}

function isInSight({ arc, south, north }: Country, view: Bounds): boolean {
  if (north < view.south || south > view.north) return false;
  return overlap(arc, { west: view.west, width: view.east - view.west });
}
