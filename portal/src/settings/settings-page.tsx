import { api, serviceUrl } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Copyable } from '../design/copying.js';
import { Icon } from '../design/icon.js';
import { Loaded } from '../design/loaded.js';
import { Card, Page } from '../design/page.js';
import { useTexts } from '../texts/language.js';

export function SettingsPage() {
  const { settings: texts } = useTexts();
  const loading = useResource(api.settings);
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded loading={loading}>
        {(settings) => (
          <>
            <Enterprise settings={settings} />
            <Headers settings={settings} />
            <Documents />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Enterprise({ settings }: { settings: Settings }) {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.enterprise}>
      <dl className="facts">
        <dt>{texts.id}</dt>
        <dd>
          <Copyable what={texts.id} text={settings.enterprise_id} />
          <p className="hint">{texts.idHint}</p>
        </dd>
        <dt>{texts.name}</dt>
        <dd>{settings.enterprise_name}</dd>
        <dt>{texts.zone}</dt>
        <dd>
          {settings.time_zone}
          <p className="hint">{texts.zoneHint}</p>
        </dd>
        <dt>{texts.base}</dt>
        <dd>
          <Copyable what={texts.base} text={settings.base_url} />
        </dd>
      </dl>
    </Card>
  );
}

function Headers({ settings }: { settings: Settings }) {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.headers}>
      <dl className="facts">
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

function Documents() {
  const { settings: texts } = useTexts();
  return (
    <Card title={texts.documents}>
      <ul className="links" role="list">
        <DocumentLink path="docs" label={texts.swagger} hint={texts.swaggerHint} />
        <DocumentLink path="docs/openapi.json" label={texts.openapi} hint={texts.openapiHint} />
      </ul>
    </Card>
  );
}

function DocumentLink({ path, label, hint }: { path: string; label: string; hint: string }) {
  return (
    <li>
      <a href={serviceUrl(path).href} target="_blank" rel="noreferrer">
        {label} <Icon name="external" />
      </a>
      <p className="hint">{hint}</p>
    </li>
  );
}
