import { Link } from 'react-router';
import { api, serviceUrl } from '../api/client.js';
import type { Settings } from '../api/types.js';
import { useResource } from '../api/hooks.js';
import { CopyField } from '../design/controls/copy-field.js';
import { Icon } from '../design/icons/icon.js';
import { ResourceContent } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { Page } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import facts from '../design/page/facts.module.css';
import { EnterpriseCard } from './enterprise-card.js';
import styles from './settings-page.module.css';

export function SettingsPage() {
  const { settings: texts } = useTexts();
  const resource = useResource(api.settings());
  return (
    <Page title={texts.title} intro={texts.intro}>
      <ResourceContent state={resource}>
        {(settings) => (
          <>
            <EnterpriseCard settings={settings} onChanged={resource.reload} />
            <PeopleCard />
            <MapsCard map={settings.map} />
            <HeadersCard settings={settings} />
            <DocumentsCard />
          </>
        )}
      </ResourceContent>
    </Page>
  );
}

function PeopleCard() {
  const { people } = useTexts();
  return (
    <Card title={people.title}>
      <div className={styles.links}>
        <Link to="/settings/people">{people.open}</Link>
        <p className="hint">{people.inSettings}</p>
      </div>
    </Card>
  );
}

/** A free map of OpenStreetMap data. */
const MAP_EXAMPLE = 'MAP_STYLE_URL=https://tiles.openfreemap.org/styles/liberty';

/** The map providers and the data that they receive. */
function MapsCard({ map }: Pick<Settings, 'map'>) {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.map}>
      {map ? (
        <dl className={facts.facts}>
          <dt>{texts.mapHosts}</dt>
          <dd>
            {map.origins.map((origin) => (
              <p key={origin}>
                <code>{origin}</code>
              </p>
            ))}
            <p className="hint">{texts.mapPrivacy}</p>
          </dd>
        </dl>
      ) : (
        <>
          <p className="hint">{texts.mapBuiltIn}</p>
          <div className={styles.example}>
            <CopyField label="MAP_STYLE_URL" text={MAP_EXAMPLE} />
          </div>
        </>
      )}
    </Card>
  );
}

function HeadersCard({ settings }: { settings: Settings }) {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.headers}>
      <dl className={facts.facts}>
        <dt>
          <code>Authorization</code>
        </dt>
        <dd>
          <code>Bearer &lt;API_KEY&gt;</code>
          <p className="hint">{texts.keyHeader}</p>
        </dd>
        <dt>
          <code>x-enterprise-id</code>
        </dt>
        <dd>
          <code>{settings.enterprise_id}</code>
          <p className="hint">{texts.idHeader}</p>
        </dd>
      </dl>
    </Card>
  );
}

function DocumentsCard() {
  const { settings: texts } = useTexts();
  const link = (path: string, label: string, hint: string) => (
    <li>
      <a href={serviceUrl(path).href} target="_blank" rel="noreferrer">
        {label} <Icon name="external" />
      </a>
      <p className="hint">{hint}</p>
    </li>
  );
  return (
    <Card title={texts.documents}>
      <ul className={styles.links} role="list">
        {link('docs', texts.swagger, texts.swaggerHint)}
        {link('docs/openapi.json', texts.openapi, texts.openapiHint)}
      </ul>
    </Card>
  );
}
