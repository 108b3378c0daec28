import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { Button } from '../design/controls/button.js';
import { Copyable } from '../design/controls/copying.js';
import { Choice } from '../design/fields/choice.js';
import { useEntered } from '../design/fields/use-entered.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { FormDialog, Question } from '../design/page/dialogs/dialog.js';
import { useMayChange, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { RetentionDialog, type SettingDialogProps } from './retention-dialog.js';
import facts from '../design/page/facts.module.css';
import styles from './settings-page.module.css';

type Changed = 'zone' | 'retention' | 'factor' | 'data';

export function EnterpriseCard({ settings, onChanged }: { settings: Settings; onChanged: () => void }) {
  const { settings: texts, secondFactor: factor } = useTexts();
  const { second_factor_required: isRequired, data_pages: hasDataPages } = settings;
  const mayChange = useMayChange();
  const { refresh } = useSessionControl();
  const [open, setOpen] = useState<Changed>();
  const [news, setNews] = useState<string>();
  const requireOrNot = isRequired ? factor.unrequire : factor.require;
  const turnOnOrOff = hasDataPages ? texts.dataPagesTurnOff : texts.dataPagesTurnOn;
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
  const changeable = (what: Changed, text: string, label: string) => (
    <span className={styles.changeable}>
      {text}
      {mayChange && (
        <Button kind="small" onPress={() => change(what)}>
          {label}
        </Button>
      )}
    </span>
  );
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
          {changeable('zone', settings.time_zone, texts.changeZone)}
          <p className="hint">{texts.zoneHint}</p>
        </dd>
        <dt>{texts.kept}</dt>
        <dd>
          {changeable('retention', texts.keptDays(settings.retention_days), texts.changeKept)}
          <p className="hint">{texts.keptHint}</p>
        </dd>
        <dt>{factor.title}</dt>
        <dd>{changeable('factor', isRequired ? factor.required : factor.optional, requireOrNot)}</dd>
        <dt>{texts.dataPages}</dt>
        <dd>
          {changeable('data', hasDataPages ? texts.dataPagesOn : texts.dataPagesOff, turnOnOrOff)}
          <p className="hint">{texts.dataPagesHint}</p>
        </dd>
        <dt>{texts.base}</dt>
        <dd>
          <Copyable what={texts.base} text={settings.base_url} />
        </dd>
      </dl>
      {open === 'zone' && <ZoneDialog settings={settings} onSaved={saved} onClose={close} />}
      {open === 'retention' && <RetentionDialog settings={settings} onSaved={saved} onClose={close} />}
      {open === 'factor' && (
        <Question
          title={isRequired ? factor.unrequireTitle : factor.requireTitle}
          confirm={requireOrNot}
          onConfirm={async () => {
            await api.updateSettings({ second_factor_required: !isRequired });
            saved(isRequired ? factor.nowOptional : factor.nowRequired);
          }}
          onClose={close}
        >
          <p>{isRequired ? factor.unrequireText : factor.requireText}</p>
        </Question>
      )}
      {open === 'data' && (
        <Question
          title={hasDataPages ? texts.dataPagesOffTitle : texts.dataPagesOnTitle}
          confirm={turnOnOrOff}
          onConfirm={async () => {
            await api.updateSettings({ data_pages: !hasDataPages });
            saved(hasDataPages ? texts.dataPagesNowOff : texts.dataPagesNowOn);
          }}
          onClose={close}
        >
          <p>{hasDataPages ? texts.dataPagesOffText : texts.dataPagesOnText}</p>
        </Question>
      )}
    </Card>
  );
}

/** The form for another time zone. It warns that past days change too. */
function ZoneDialog({ settings: { time_zone: before }, onSaved, onClose }: SettingDialogProps) {
  const { settings: texts } = useTexts();
  const options = useMemo(() => zonesWith(before).map((id) => ({ id, label: id })), [before]);
  const form = useEntered(before, async (zone) => {
    if (zone === before) onClose();
    else {
      await api.updateSettings({ time_zone: zone });
      onSaved(texts.zoneSaved(zone));
    }
  });
  return (
    <FormDialog title={texts.changeZone} form={form} isRight confirm={texts.changeZone} onClose={onClose}>
      <Choice label={texts.zone} value={form.entered} options={options} onChange={form.enter} autoFocus />
      <Notice kind="warning">{texts.pastMoves}</Notice>
      {form.problem && <ProblemNotice problem={form.problem} />}
    </FormDialog>
  );
}

/** Returns the time zones of the browser, and the current one, which the browser may not support. */
const zonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort();
