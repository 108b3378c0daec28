import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { useAttempt } from '../api/hooks.js';
import { Button } from '../design/controls/button.js';
import { Copyable } from '../design/controls/copying.js';
import { Choice } from '../design/fields/choice.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { DialogActions, ModalDialog, Question } from '../design/page/dialogs/dialog.js';
import { useMayChange, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { RetentionDialog } from './retention-dialog.js';
import facts from '../design/page/facts.module.css';
import styles from './settings-page.module.css';

type Changed = 'zone' | 'retention' | 'factor' | 'data';

interface EnterpriseCardProps {
  settings: Settings;
  onChanged: () => void;
}

/** The settings of the enterprise. */
export function EnterpriseCard({ settings, onChanged }: EnterpriseCardProps) {
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

interface ZoneDialogProps {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog for another time zone. It warns that past days change too. */
function ZoneDialog({ settings, onSaved, onClose }: ZoneDialogProps) {
  const { settings: texts, cancel, form } = useTexts();
  const before = settings.time_zone;
  const [zone, setZone] = useState(before);
  const options = useMemo(() => zonesWith(before).map((id) => ({ id, label: id })), [before]);
  const { isBusy, problem, attempt } = useAttempt(async () => {
    await api.updateSettings({ time_zone: zone });
    onSaved(texts.zoneSaved(zone));
  });
  return (
    <ModalDialog title={texts.changeZone} onClose={onClose}>
      <Choice label={texts.zone} value={zone} options={options} onChange={setZone} />
      <Notice kind="warning">{texts.pastMoves}</Notice>
      {problem && <ProblemNotice problem={problem} />}
      <DialogActions>
        <Button onPress={onClose}>{cancel}</Button>
        <Button kind="primary" onPress={() => (zone === before ? onClose() : void attempt())}>
          {isBusy ? form.busy : texts.changeZone}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

/** Returns the time zones of the browser, and the current one, which the browser may not support. */
const zonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort();

interface FactorDialogProps {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog that requires a second factor of all users with a password. */
function FactorDialog({
  settings: { second_factor_required: isRequired },
  onSaved,
  onClose,
}: FactorDialogProps) {
  const { secondFactor: texts } = useTexts();
  const change = async () => {
    await api.updateSettings({ second_factor_required: !isRequired });
    onSaved(isRequired ? texts.nowOptional : texts.nowRequired);
  };
  return (
    <Question
      title={isRequired ? texts.unrequireTitle : texts.requireTitle}
      confirm={isRequired ? texts.unrequire : texts.require}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{isRequired ? texts.unrequireText : texts.requireText}</p>
    </Question>
  );
}

interface DataPagesDialogProps {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog that switches the Data pages on or off for all users. */
function DataPagesDialog({ settings: { data_pages: isOn }, onSaved, onClose }: DataPagesDialogProps) {
  const { settings: texts } = useTexts();
  const change = async () => {
    await api.updateSettings({ data_pages: !isOn });
    onSaved(isOn ? texts.dataPagesNowOff : texts.dataPagesNowOn);
  };
  return (
    <Question
      title={isOn ? texts.dataPagesOffTitle : texts.dataPagesOnTitle}
      confirm={isOn ? texts.dataPagesTurnOff : texts.dataPagesTurnOn}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{isOn ? texts.dataPagesOffText : texts.dataPagesOnText}</p>
    </Question>
  );
}
