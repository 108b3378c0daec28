import type { GeoProjection } from 'd3-geo';
import { pointOf } from '../../map/projection.js';
import { grouped, hasRoom, type Group, type Placed } from './positions.js';

interface Props {
  projection: GeoProjection;
  positions: readonly Placed[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

/** The devices as points; a press lists those of a point in the table, where they can be opened with the keyboard too. */
export function FleetLayer({ projection, positions, chosen, onChoose }: Props) {
  const groups = grouped(positions, (place) => pointOf(projection, place));
  return (
    <g className="fleet">
      {groups.map((group) => (
        <Point
          key={group.members[0]?.id}
          group={group}
          isNamed={group.members.length === 1 && hasRoom(group, groups)}
          isChosen={group.members.some(({ id }) => chosen.includes(id))}
          onChoose={() => onChoose(group.members.map(({ id }) => id))}
        />
      ))}
    </g>
  );
}

interface PointProps {
  group: Group;
  isNamed: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Point({ group, isNamed, isChosen, onChoose }: PointProps) {
  const { x, y, members } = group;
  const [first] = members;
  const isAlone = members.length === 1;
  return (
    <g className={isChosen ? 'point chosen' : 'point'} transform={`translate(${x} ${y})`} onClick={onChoose}>
      <title>{members.map(({ id, model }) => `${id} (${model})`).join('\n')}</title>
      <circle className={isAlone ? first?.status.toLowerCase() : 'many'} r={isAlone ? 7 : 13} />
      {isNamed && (
        <text className="point-name" y={-12} textAnchor="middle">
          {first?.id}
        </text>
      )}
      {!isAlone && (
        <text className="point-count" dy="0.35em" textAnchor="middle">
          {members.length}
        </text>
      )}
    </g>
  );
}
