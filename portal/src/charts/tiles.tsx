import styles from './tiles.module.css';

interface Props {
  tiles: readonly { label: string; value: string; hint?: string; isBad?: boolean }[];
  /** True if the tiles are part of a card. */
  isInCard?: boolean;
}

export function Tiles({ tiles, isInCard }: Props) {
  return (
    <dl className={isInCard ? styles.inCard : styles.tiles}>
      {tiles.map(({ label, value, hint, isBad }) => (
        <div key={label} className={isBad ? styles.bad : styles.tile}>
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
