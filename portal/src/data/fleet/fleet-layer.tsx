import { type ClusterProperties, Supercluster } from '@maplibre/geojson-vt';
import type { Map as MapLibre } from 'maplibre-gl';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { LastPosition } from '../../api/records.js';
import { drawnLatitude, type LngLat } from '../../map/places.js';
import { useView, type View } from '../../map/use-map.js';
import { useTexts } from '../../texts/language.js';

interface Props {
  map: MapLibre;
  positions: readonly Placed[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Devices that would overlap on the screen, shown as one point. */
interface Spot {
  key: string;
  x: number;
  y: number;
  count: number;
  /** The first device of the point. */
  first: Placed;
  hasChosen: boolean;
  members: () => Placed[];
}

const NAME_PX = { width: 64, height: 30 };

/** Returns true if the label of a point would overlap another point. */
const hasRoom = (spot: Spot, spots: readonly Spot[]): boolean =>
  !spots.some(
    (other) =>
      other !== spot &&
      Math.abs(other.x - spot.x) < NAME_PX.width / 2 + 14 &&
      spot.y - other.y > -12 &&
      spot.y - other.y < NAME_PX.height + 14,
  );

/** Shows the devices as points, from west to east. A press on a point filters the table to its devices. */
export function FleetLayer({ map, positions, chosen, onChoose }: Props) {
  const { data } = useTexts();
  const spotsIn = useMemo(() => clustersOf(positions, chosen), [positions, chosen]);
  const [focused, setFocused] = useState('');
  const spots = spotsIn(useView(map)).toSorted((a, b) => a.x - b.x || a.y - b.y);
  const stop = spots.find(({ key }) => key === focused) ?? spots[0];
  return (
    <div role="group" aria-label={data.points} onKeyDown={stepThrough}>
      {spots.map((spot) => {
        const { key, x, y, count, first, hasChosen, members } = spot;
        const isAlone = count === 1;
        const label = isAlone
          ? data.onePoint(first.id, first.model, data.statuses[first.status] ?? first.status)
          : data.manyPoints(count, first.id);
        return (
          <button
            key={key}
            type="button"
            className={`point ${isAlone ? first.status.toLowerCase() : 'many'}`}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            title={label}
            aria-label={label}
            aria-pressed={hasChosen}
            tabIndex={spot === stop ? 0 : -1}
            onFocus={() => setFocused(key)}
            onClick={() => onChoose(new Set(members().map(({ id }) => id)))}
          >
            <span className="point-sign">{!isAlone && count}</span>
            {isAlone && hasRoom(spot, spots) && <span className="point-name">{first.id}</span>}
          </button>
        );
      })}
    </div>
  );
}

const NEAR_PX = 40;
/** Exceeds the maximum zoom of the map, so that devices at the same place stay one group. */
const DEEPEST_ZOOM = 20;

/** Groups locations once for every zoom. Each view only looks up its groups. */
function clustersOf(positions: readonly Placed[], chosen: ReadonlySet<string>): (view: View) => Spot[] {
  const index = new Supercluster({
    radius: NEAR_PX,
    maxZoom: DEEPEST_ZOOM,
    map: (properties) => ({ ...properties }),
    // keeps the other properties of the first point
    reduce: (group, { hasChosen }) => {
      if (hasChosen) group.hasChosen = true;
    },
  });
  index.load(
    positions.map(({ id, place: [lng, lat] }, at) => ({
      type: 'Feature',
      properties: { at, hasChosen: chosen.has(id) },
      geometry: { type: 'Point', coordinates: [lng, drawnLatitude(lat)] },
    })),
  );
  const positionOf = (properties: GeoJSON.GeoJsonProperties) => positions[Number(properties?.at)];
  return ({ bounds, zoom, pointOf }) =>
    index.getClusters(bounds, zoom).flatMap(({ properties, geometry }) => {
      const first = positionOf(properties);
      if (!first) return [];
      const { cluster_id: id, point_count: count = 1 } = properties as Partial<ClusterProperties>;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const { x, y } = pointOf([lng, lat]);
      const shared = { x, y, count, first, hasChosen: properties?.hasChosen === true };
      if (id === undefined) return { ...shared, key: first.id, members: () => [first] };
      const members = () =>
        index.getLeaves(id, Infinity).flatMap((leaf) => positionOf(leaf.properties) ?? []);
      return { ...shared, key: `cluster ${id}`, members };
    });
}

/** A device with its last location and time. */
export interface Placed {
  id: string;
  model: string;
  status: string;
  at: string;
  place: LngLat;
}

export function placed(positions: readonly LastPosition[]): Placed[] {
  return positions.flatMap(
    ({ device_id: id, model, status, last_location: last, last_location_update: at }) => {
      if (at === null || last.lat === null || last.lng === null) return [];
      return { id, model, status, at, place: [last.lng, last.lat] as const };
    },
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus between buttons with the arrow keys, because they are one tab stop. Wraps around. */
function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const here = buttons.findIndex((button) => button === document.activeElement);
  const step = STEPS[event.key];
  const next =
    event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step === undefined ? undefined : here + step;
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus({ preventScroll: true });
}
