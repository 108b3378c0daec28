import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { Page } from '../design/page.js';
import { useTexts } from '../texts/language.js';
import { AuditTrail } from './audit-trail.js';
import { RequestsPanel } from './requests-panel.js';

export function ActivityPage() {
  const { activity: texts } = useTexts();
  const [parameters, setParameters] = useSearchParams();
  const shown = parameters.get('show') === 'audit' ? 'audit' : 'usage';
  const show = (tab: string) =>
    setParameters(
      (before) => {
        before.set('show', tab);
        return before;
      },
      { replace: true },
    );
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Tabs className="tabs" selectedKey={shown} onSelectionChange={(key) => show(String(key))}>
        <TabList className="tab-list" aria-label={texts.title}>
          <Tab id="usage" className="tab">
            {texts.usage}
          </Tab>
          <Tab id="audit" className="tab">
            {texts.audit}
          </Tab>
        </TabList>
        <TabPanel id="usage" className="tab-panel">
          <RequestsPanel />
        </TabPanel>
        <TabPanel id="audit" className="tab-panel">
          <AuditTrail />
        </TabPanel>
      </Tabs>
    </Page>
  );
}
