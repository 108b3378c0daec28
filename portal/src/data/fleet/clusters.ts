import { Supercluster, type ClusterOrPointFeature, type ClusterProperties } from '@maplibre/geojson-vt';
import { drawnLatitude, type LngLat } from '../../map/places.js';
import type { View } from '../../map/use-view.js';
import type { Placed } from './positions.js';

/** Locations that would overlap on the screen, shown as one point. */
export interface Group {
  key: string;
  place: LngLat;
  count: number;
  /** The first device of the group. */
  first: Placed;
  members: () => Placed[];
}

const NEAR_PX = 40;
/** Exceeds the maximum zoom of the map, so that devices at the same place stay one group. */
const DEEPEST_ZOOM = 20;

/**
 * Groups locations once for every zoom. Each view only looks up its groups, and groups keep their
 * identity between views.
 */
export function clustersOf(positions: readonly Placed[]): (view: View) => Group[] {
  const index = new Supercluster({
    radius: NEAR_PX,
    maxZoom: DEEPEST_ZOOM,
    map: (properties) => ({ ...properties }),
    reduce: () => undefined, // keeps the properties of the first point
  });
  index.load(
    positions.map(({ place: [lng, lat] }, at) => ({
      type: 'Feature',
      properties: { at },
      geometry: { type: 'Point', coordinates: [lng, drawnLatitude(lat)] },
    })),
  );
  const known = new Map<string, Group>();
  const positionOf = (properties: GeoJSON.GeoJsonProperties) => positions[Number(properties?.at)];

  function groupOf({ properties, geometry }: ClusterOrPointFeature): Group | undefined {
    const first = positionOf(properties);
    const { cluster_id: id, point_count: count = 1 } = properties as Partial<ClusterProperties>;
    const key = id === undefined ? first?.id : `cluster ${id}`;
    if (!first || key === undefined) return undefined;
    const [lng = 0, lat = 0] = geometry.coordinates;
    const members = () =>
      id === undefined
        ? [first]
        : index.getLeaves(id, Infinity).flatMap((leaf) => positionOf(leaf.properties) ?? []);
    const group = known.get(key) ?? { key, place: [lng, lat], count, first, members };
    known.set(key, group);
    return group;
  }

  return ({ bounds, zoom }) => index.getClusters(bounds, zoom).flatMap((feature) => groupOf(feature) ?? []);
}
