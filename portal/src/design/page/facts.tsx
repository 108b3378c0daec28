import type { ReactNode } from 'react';
import { Card } from './card.js';
import { useTexts } from '../../texts/language.js';
import styles from './facts.module.css';

interface Props {
  title: string;
  facts: readonly (readonly [string, ReactNode])[];
}

/** A list of names and values. Empty values are shown as such, so that none seems to be missing. */
export function Facts({ title, facts }: Props) {
  const { none } = useTexts();
  return (
    <Card title={title}>
      <dl className={styles.compact}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' || value === null ? <span className="muted">{none}</span> : value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
