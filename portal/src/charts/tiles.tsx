interface Props {
  tiles: readonly { label: string; value: string; hint?: string; isBad?: boolean }[];
}

/** The figures that say most, at a glance. */
export function Tiles({ tiles }: Props) {
  return (
    <dl className="tiles">
      {tiles.map(({ label, value, hint, isBad }) => (
        <div key={label} className={isBad ? 'tile bad' : 'tile'}>
          <dt>{label}</dt>
          <dd>
            {value}
            {hint && <span className="hint">{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
