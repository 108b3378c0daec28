import { type ClusterProperties, Supercluster } from '@maplibre/geojson-vt';
import type { Map as MapLibre } from 'maplibre-gl';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { LastPosition } from '../../api/types.js';
import { clampLatitude, type LngLat } from '../../map/coordinates.js';
import { useView, type View } from '../../map/use-map.js';
import { labelOf } from '../../texts/label-of.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  map: MapLibre;
  devices: readonly LocatedDevice[];
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** One device, or devices that would overlap on the screen, shown as one point. */
interface MapPoint {
  key: string;
  x: number;
  y: number;
  count: number;
  /** The first device of the point. */
  first: LocatedDevice;
  isSelected: boolean;
  members: () => LocatedDevice[];
}

const LABEL_PX = { width: 64, height: 30 };

/** Returns true if the label of a point overlaps no other point. */
const hasRoomForLabel = (point: MapPoint, points: readonly MapPoint[]): boolean =>
  !points.some(
    (other) =>
      other !== point &&
      Math.abs(other.x - point.x) < LABEL_PX.width / 2 + 14 &&
      point.y - other.y > -12 &&
      point.y - other.y < LABEL_PX.height + 14,
  );

/** Shows the devices as points, from west to east. A press on a point filters the table to its devices. */
export function FleetLayer({ map, devices, selectedIds, onSelect }: Props) {
  const { data } = useTexts();
  const pointsIn = useMemo(() => clustersOf(devices, selectedIds), [devices, selectedIds]);
  const [focused, setFocused] = useState('');
  const points = pointsIn(useView(map)).toSorted((a, b) => a.x - b.x || a.y - b.y);
  const tabStop = points.find(({ key }) => key === focused) ?? points[0];
  return (
    <div role="group" aria-label={data.points} onKeyDown={moveFocus}>
      {points.map((point) => {
        const { key, x, y, count, first, isSelected, members } = point;
        const isAlone = count === 1;
        const label = isAlone
          ? data.onePoint(first.id, first.model, labelOf(data.statuses, first.status))
          : data.manyPoints(count, first.id);
        return (
          <button
            key={key}
            type="button"
            className={`point ${isAlone ? first.status.toLowerCase() : 'many'}`}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            title={label}
            aria-label={label}
            aria-pressed={isSelected}
            tabIndex={point === tabStop ? 0 : -1}
            onFocus={() => setFocused(key)}
            onClick={() => onSelect(new Set(members().map(({ id }) => id)))}
          >
            <span className="point-sign">{!isAlone && count}</span>
            {isAlone && hasRoomForLabel(point, points) && <span className="point-name">{first.id}</span>}
          </button>
        );
      })}
    </div>
  );
}

const CLUSTER_RADIUS_PX = 40;
/** Exceeds the maximum zoom of the map, so that devices at the same location stay one group. */
const MAX_CLUSTER_ZOOM = 20;

/** Groups locations once for every zoom. Each view only looks up its groups. */
function clustersOf(
  devices: readonly LocatedDevice[],
  selectedIds: ReadonlySet<string>,
): (view: View) => MapPoint[] {
  const index = new Supercluster({
    radius: CLUSTER_RADIUS_PX,
    maxZoom: MAX_CLUSTER_ZOOM,
    map: (properties) => ({ ...properties }),
    // keeps the other properties of the first point
    reduce: (group, { isSelected }) => {
      if (isSelected) group.isSelected = true;
    },
  });
  index.load(
    devices.map(({ id, coordinates: [lng, lat] }, at) => ({
      type: 'Feature',
      properties: { at, isSelected: selectedIds.has(id) },
      geometry: { type: 'Point', coordinates: [lng, clampLatitude(lat)] },
    })),
  );
  const deviceOf = (properties: GeoJSON.GeoJsonProperties) => devices[Number(properties?.at)];
  return ({ bounds, zoom, project }) =>
    index.getClusters(bounds, zoom).flatMap(({ properties, geometry }) => {
      const first = deviceOf(properties);
      if (!first) return [];
      const { cluster_id: id, point_count: count = 1 } = properties as Partial<ClusterProperties>;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const { x, y } = project([lng, lat]);
      const shared = { x, y, count, first, isSelected: properties?.isSelected === true };
      if (id === undefined) return { ...shared, key: first.id, members: () => [first] };
      const members = () => index.getLeaves(id, Infinity).flatMap((leaf) => deviceOf(leaf.properties) ?? []);
      return { ...shared, key: `cluster ${id}`, members };
    });
}

/** A device with its last location and time. */
export interface LocatedDevice {
  id: string;
  model: string;
  status: string;
  at: string;
  coordinates: LngLat;
}

export function toLocatedDevices(locations: readonly LastPosition[]): LocatedDevice[] {
  return locations.flatMap(
    ({ device_id: id, model, status, last_location: last, last_location_update: at }) => {
      if (at === null || last.lat === null || last.lng === null) return [];
      return { id, model, status, at, coordinates: [last.lng, last.lat] as const };
    },
  );
}

const ARROW_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Moves the focus between buttons with the arrow keys, because they are one tab stop. Wraps around. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const currentIndex = buttons.findIndex((button) => button === document.activeElement);
  const step = ARROW_STEPS[event.key];
  const next =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? -1
        : step === undefined
          ? undefined
          : currentIndex + step;
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus({ preventScroll: true });
}
