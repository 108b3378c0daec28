import type { Map as MapLibre } from 'maplibre-gl';
import { useMemo, useState } from 'react';
import { stepThrough } from '../../map/step-through.js';
import { useView } from '../../map/use-view.js';
import { useTexts } from '../../texts/language.js';
import { clustersOf, type Group } from './clusters.js';
import type { Placed } from './positions.js';

interface Props {
  map: MapLibre;
  positions: readonly Placed[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

interface Spot {
  group: Group;
  x: number;
  y: number;
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
  const groupsIn = useMemo(() => clustersOf(positions), [positions]);
  const [focused, setFocused] = useState('');
  const view = useView(map);
  const spots = groupsIn(view)
    .map((group): Spot => {
      const { x, y } = view.pointOf(group.place);
      return { group, x, y };
    })
    .toSorted((a, b) => a.x - b.x || a.y - b.y);
  const stop = spots.find(({ group }) => group.key === focused) ?? spots[0];
  return (
    <div role="group" aria-label={data.points} onKeyDown={stepThrough}>
      {spots.map((spot) => (
        <Point
          key={spot.group.key}
          spot={spot}
          isNamed={spot.group.count === 1 && hasRoom(spot, spots)}
          isStop={spot === stop}
          chosen={chosen}
          onFocus={() => setFocused(spot.group.key)}
          onChoose={() => onChoose(new Set(spot.group.members().map(({ id }) => id)))}
        />
      ))}
    </div>
  );
}

interface PointProps {
  spot: Spot;
  isNamed: boolean;
  /** True if the point is the tab stop. */
  isStop: boolean;
  chosen: ReadonlySet<string>;
  onFocus: () => void;
  onChoose: () => void;
}

function Point({ spot: { group, x, y }, isNamed, isStop, chosen, onFocus, onChoose }: PointProps) {
  const { data } = useTexts();
  const { count, first } = group;
  const isAlone = count === 1;
  const isChosen = useMemo(
    () => chosen.size > 0 && group.members().some(({ id }) => chosen.has(id)),
    [chosen, group],
  );
  const label = isAlone
    ? data.onePoint(first.id, first.model, data.statuses[first.status] ?? first.status)
    : data.manyPoints(count, first.id);
  return (
    <button
      type="button"
      className={`point ${isAlone ? first.status.toLowerCase() : 'many'}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      title={label}
      aria-label={label}
      aria-pressed={isChosen}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={onChoose}
    >
      <span className="point-sign">{!isAlone && count}</span>
      {isNamed && <span className="point-name">{first.id}</span>}
    </button>
  );
}
