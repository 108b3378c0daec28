import { Page, Tabs } from '../design/page/page.js';
import { useTexts } from '../texts/language.js';
import { AuditLog } from './audit/audit-log.js';
import { CallsPanel } from './calls/calls-panel.js';
import { RequestsPanel } from './requests/requests-panel.js';

export function ActivityPage() {
  const { activity: texts, calls } = useTexts();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Tabs
        label={texts.title}
        tabs={[
          { id: 'usage', label: texts.requests, panel: <RequestsPanel /> },
          { id: 'calls', label: calls.title, panel: <CallsPanel /> },
          { id: 'audit', label: texts.audit, panel: <AuditLog /> },
        ]}
      />
    </Page>
  );
}
