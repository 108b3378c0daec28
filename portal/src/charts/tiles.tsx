import styles from './tiles.module.css';

interface Props {
  tiles: readonly { label: string; value: string; hint?: string; isBad?: boolean }[];
  /** Among other things in a card. */
  isInCard?: boolean;
}

/** The figures that say most, at a glance. */
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
