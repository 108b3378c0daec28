import type { Settings } from '../api/records.js';
import { Card } from '../design/page/card.js';
import facts from '../design/page/facts.module.css';
import { useTexts } from '../texts/language.js';

/** Who sees which part of the world is looked at. */
export function MapCard({ map }: Pick<Settings, 'map'>) {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.map}>
      {map ? (
        <dl className={facts.facts}>
          <dt>{texts.mapFrom}</dt>
          <dd>
            {map.origins.map((origin) => (
              <p key={origin}>
                <code>{origin}</code>
              </p>
            ))}
            <p className="hint">{texts.mapSeen}</p>
          </dd>
        </dl>
      ) : (
        <p className="hint">{texts.mapOwn}</p>
      )}
    </Card>
  );
}
