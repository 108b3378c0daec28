import { useState } from 'react';
import type { Settings } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Copyable } from '../design/controls/copying.js';
import { Notice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import facts from '../design/page/facts.module.css';
import { useMayChange, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { DataPagesDialog } from './data-pages-dialog.js';
import { FactorDialog } from './factor-dialog.js';
import { RetentionDialog } from './retention-dialog.js';
import styles from './settings-page.module.css';
import { ZoneDialog } from './zone-dialog.js';

type Changed = 'zone' | 'retention' | 'factor' | 'data';

interface Props {
  settings: Settings;
  onChanged: () => void;
}

/** The settings of the enterprise. */
export function EnterpriseCard({ settings, onChanged }: Props) {
  const { settings: texts, secondFactor: factor } = useTexts();
  const { refresh } = useSessionControl();
  const [open, setOpen] = useState<Changed>();
  const [news, setNews] = useState<string>();
  const close = () => setOpen(undefined);
  const saved = (done: string) => {
    setNews(done);
    close();
    onChanged();
    void refresh(); // other pages use the time zone of the session
  };
  const change = (what: Changed) => {
    setNews(undefined);
    setOpen(what);
  };
  return (
    <Card title={texts.enterprise}>
      {news && <Notice kind="success">{news}</Notice>}
      <dl className={facts.facts}>
        <dt>{texts.id}</dt>
        <dd>
          <Copyable what={texts.id} text={settings.enterprise_id} />
          <p className="hint">{texts.idHint}</p>
        </dd>
        <dt>{texts.name}</dt>
        <dd>{settings.enterprise_name}</dd>
        <dt>{texts.zone}</dt>
        <dd>
          <Changeable text={settings.time_zone} label={texts.changeZone} onChange={() => change('zone')} />
          <p className="hint">{texts.zoneHint}</p>
        </dd>
        <dt>{texts.kept}</dt>
        <dd>
          <Changeable
            text={texts.keptDays(settings.retention_days)}
            label={texts.changeKept}
            onChange={() => change('retention')}
          />
          <p className="hint">{texts.keptHint}</p>
        </dd>
        <dt>{factor.title}</dt>
        <dd>
          <Changeable
            text={settings.second_factor_required ? factor.required : factor.optional}
            label={settings.second_factor_required ? factor.unrequire : factor.require}
            onChange={() => change('factor')}
          />
        </dd>
        <dt>{texts.dataPages}</dt>
        <dd>
          <Changeable
            text={settings.data_pages ? texts.dataPagesOn : texts.dataPagesOff}
            label={settings.data_pages ? texts.dataPagesTurnOff : texts.dataPagesTurnOn}
            onChange={() => change('data')}
          />
          <p className="hint">{texts.dataPagesHint}</p>
        </dd>
        <dt>{texts.base}</dt>
        <dd>
          <Copyable what={texts.base} text={settings.base_url} />
        </dd>
      </dl>
      {open === 'zone' && <ZoneDialog settings={settings} onSaved={saved} onClose={close} />}
      {open === 'retention' && <RetentionDialog settings={settings} onSaved={saved} onClose={close} />}
      {open === 'data' && <DataPagesDialog settings={settings} onSaved={saved} onClose={close} />}
      {open === 'factor' && <FactorDialog settings={settings} onSaved={saved} onClose={close} />}
    </Card>
  );
}

function Changeable({ text, label, onChange }: { text: string; label: string; onChange: () => void }) {
  const mayChange = useMayChange();
  return (
    <span className={styles.changeable}>
      {text}
      {mayChange && (
        <Button kind="small" onPress={onChange}>
          {label}
        </Button>
      )}
    </span>
  );
}
