import { useMemo, useState } from 'react';
import { api } from '../api/client.js';
import type { Settings } from '../api/types.js';
import { Button } from '../design/controls/button.js';
import { CopyField } from '../design/controls/copy-field.js';
import { Select } from '../design/fields/select.js';
import { useForm } from '../design/fields/use-form.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Card } from '../design/page/card.js';
import { FormDialog, ConfirmDialog } from '../design/page/dialogs/dialog.js';
import { useCanEdit, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { RetentionDialog, type SettingDialogProps } from './retention-dialog.js';
import facts from '../design/page/facts.module.css';
import styles from './settings-page.module.css';

type Setting = 'zone' | 'retention' | 'factor' | 'data';

export function EnterpriseCard({ settings, onChanged }: { settings: Settings; onChanged: () => void }) {
  const { settings: texts, secondFactor: factorTexts } = useTexts();
  const { second_factor_required: isRequired, data_pages: hasDataPages } = settings;
  const mayChange = useCanEdit();
  const { refresh } = useSessionControl();
  const [openSetting, setOpenSetting] = useState<Setting>();
  const [successMessage, setSuccessMessage] = useState<string>();
  const secondFactorAction = isRequired ? factorTexts.unrequire : factorTexts.require;
  const dataPagesAction = hasDataPages ? texts.dataPagesTurnOff : texts.dataPagesTurnOn;
  const close = () => setOpenSetting(undefined);
  const handleSaved = (message: string) => {
    setSuccessMessage(message);
    // another dialog may be open when a late response arrives
    setOpenSetting((current) => (current === openSetting ? undefined : current));
    onChanged();
    void refresh(); // other pages use the time zone of the session
  };
  const openDialog = (setting: Setting) => {
    setSuccessMessage(undefined);
    setOpenSetting(setting);
  };
  const renderSetting = (setting: Setting, text: string, label: string) => (
    <span className={styles.changeable}>
      {text}
      {mayChange && (
        <Button kind="small" onPress={() => openDialog(setting)}>
          {label}
        </Button>
      )}
    </span>
  );
  return (
    <Card title={texts.enterprise}>
      {successMessage && <Notice kind="success">{successMessage}</Notice>}
      <dl className={facts.facts}>
        <dt>{texts.id}</dt>
        <dd>
          <CopyField label={texts.id} text={settings.enterprise_id} />
          <p className="hint">{texts.idHint}</p>
        </dd>
        <dt>{texts.name}</dt>
        <dd>{settings.enterprise_name}</dd>
        <dt>{texts.zone}</dt>
        <dd>
          {renderSetting('zone', settings.time_zone, texts.changeZone)}
          <p className="hint">{texts.zoneHint}</p>
        </dd>
        <dt>{texts.retention}</dt>
        <dd>
          {renderSetting('retention', texts.retentionDays(settings.retention_days), texts.changeRetention)}
          <p className="hint">{texts.retentionHint}</p>
        </dd>
        <dt>{factorTexts.title}</dt>
        <dd>
          {renderSetting(
            'factor',
            isRequired ? factorTexts.required : factorTexts.optional,
            secondFactorAction,
          )}
        </dd>
        <dt>{texts.dataPages}</dt>
        <dd>
          {renderSetting('data', hasDataPages ? texts.dataPagesOn : texts.dataPagesOff, dataPagesAction)}
          <p className="hint">{texts.dataPagesHint}</p>
        </dd>
        <dt>{texts.base}</dt>
        <dd>
          <CopyField label={texts.base} text={settings.base_url} />
        </dd>
      </dl>
      {openSetting === 'zone' && <ZoneDialog settings={settings} onSaved={handleSaved} onClose={close} />}
      {openSetting === 'retention' && (
        <RetentionDialog settings={settings} onSaved={handleSaved} onClose={close} />
      )}
      {openSetting === 'factor' && (
        <ConfirmDialog
          title={isRequired ? factorTexts.unrequireTitle : factorTexts.requireTitle}
          confirmLabel={secondFactorAction}
          onConfirm={async () => {
            await api.updateSettings({ second_factor_required: !isRequired });
            handleSaved(isRequired ? factorTexts.nowOptional : factorTexts.nowRequired);
          }}
          onClose={close}
        >
          <p>{isRequired ? factorTexts.unrequireText : factorTexts.requireText}</p>
        </ConfirmDialog>
      )}
      {openSetting === 'data' && (
        <ConfirmDialog
          title={hasDataPages ? texts.dataPagesOffTitle : texts.dataPagesOnTitle}
          confirmLabel={dataPagesAction}
          onConfirm={async () => {
            await api.updateSettings({ data_pages: !hasDataPages });
            handleSaved(hasDataPages ? texts.dataPagesNowOff : texts.dataPagesNowOn);
          }}
          onClose={close}
        >
          <p>{hasDataPages ? texts.dataPagesOffText : texts.dataPagesOnText}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** The form for another time zone. It warns that past days change too. */
function ZoneDialog({ settings: { time_zone: before }, onSaved, onClose }: SettingDialogProps) {
  const { settings: texts } = useTexts();
  const options = useMemo(() => timeZonesWith(before).map((id) => ({ id, label: id })), [before]);
  const form = useForm(before, async (zone) => {
    if (zone === before) onClose();
    else {
      await api.updateSettings({ time_zone: zone });
      onSaved(texts.zoneSaved(zone));
    }
  });
  return (
    <FormDialog title={texts.changeZone} form={form} isValid submitLabel={texts.changeZone} onClose={onClose}>
      <Select label={texts.zone} value={form.values} options={options} onChange={form.setValues} autoFocus />
      <Notice kind="warning">{texts.pastDaysChange}</Notice>
      {form.problem && <ProblemNotice problem={form.problem} />}
    </FormDialog>
  );
}

/** Returns the time zones of the browser, and the current one, which the browser may not support. */
const timeZonesWith = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].sort();
