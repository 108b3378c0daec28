import { geoPath, type GeoProjection } from 'd3-geo';
import { countries, type Country } from './outline.js';
import type { Bounds } from './view.js';

/** The outlines of the countries in sight. */
export function Countries({ projection, bounds }: { projection: GeoProjection; bounds: Bounds }) {
  const draw = geoPath(projection);
  return (
    <g className="countries">
      {countries
        .filter((country) => isInSight(country, bounds))
        .map(({ shape, bounds: own }) => (
          <path key={own.join()} d={draw(shape) ?? undefined} />
        ))}
    </g>
  );
}

function isInSight({ bounds: [west, south, east, north] }: Country, view: Bounds): boolean {
  if (north < view.south || south > view.north) return false;
  const crossesDateLine = west > east;
  return crossesDateLine || view.east - view.west > 300 || (east >= view.west && west <= view.east);
}
