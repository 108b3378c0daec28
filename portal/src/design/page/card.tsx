import type { ReactNode } from 'react';
import { useTexts } from '../../texts/language.js';
import styles from './card.module.css';
import factsStyles from './facts.module.css';

interface CardProps {
  title?: string;
  actions?: ReactNode;
  /** `flush` has no padding, for tables. `invitation` centers its content. */
  kind?: 'card' | 'flush' | 'invitation';
  children: ReactNode;
}

export function Card({ title, actions, kind = 'card', children }: CardProps) {
  return (
    <section className={styles[kind]}>
      {title && <CardHeader title={title}>{actions}</CardHeader>}
      {children}
    </section>
  );
}

export function CardHeader({ title, id, children }: { title: ReactNode; id?: string; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      {children}
    </header>
  );
}

/** The message of an empty card. */
export function EmptyMessage({ isCard, children }: { isCard?: boolean; children: ReactNode }) {
  return <p className={isCard ? styles.emptyCard : styles.empty}>{children}</p>;
}

/** The controls of a card or section. */
export function Toolbar({ isLoose, children }: { isLoose?: boolean; children: ReactNode }) {
  return <div className={isLoose ? styles.loose : styles.toolbar}>{children}</div>;
}

/** A list of names and values. Empty values are shown as such. A value that does not apply is undefined. */
export function DescriptionList({
  title,
  items,
}: {
  title: string;
  items: readonly (readonly [string, ReactNode])[];
}) {
  const { none } = useTexts();
  const shown = items.filter(([, value]) => value !== undefined);
  return (
    <Card title={title}>
      <dl className={factsStyles.compact}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' || value === null ? <span className="muted">{none}</span> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
