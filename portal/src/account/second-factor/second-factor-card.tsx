import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Account, NewSecondFactor } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { Card } from '../../design/page/card.js';
import { afterDialog, FormActions, ModalDialog } from '../../design/page/dialogs/dialog.js';
import { focusPageTitle } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { ProofForm } from './proof-form.js';
import { NewSecret, RecoveryCodes } from './set-up.js';
import styles from './second-factor.module.css';

type Action = 'turnOn' | 'exchange' | 'renew' | 'turnOff';

/**
 * Turns the user's own second factor on or off, moves it to another app, or creates new recovery
 * codes. Each action first asks for the password or a code, so that a passer-by at an unattended
 * browser cannot do it.
 */
export function SecondFactorCard({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { account: own, form, goOn, problems, secondFactor: texts } = useTexts();
  const [action, setAction] = useState<Action>();
  const [made, setMade] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [news, setNews] = useState<string>();
  const { second_factor: isOn, second_factor_required: isRequired } = account;

  const close = () => setAction(undefined);
  const begin = (next: Action) => {
    setNews(undefined);
    setMade(undefined);
    setAction(next);
  };
  const settle = (done: { codes?: string[]; news?: string }) => {
    close();
    setCodes(done.codes);
    setNews(done.news);
    onChanged();
    if (!done.codes) afterDialog(focusPageTitle);
  };
  const prove = async (proof: string) => {
    if (action === 'renew') settle({ codes: (await api.renewRecoveryCodes(proof)).recovery_codes });
    else if (action === 'turnOff') {
      await api.turnSecondFactorOff(proof);
      settle({ news: texts.isOffNow });
    } else setMade(await api.startSecondFactor(proof));
  };
  const confirm = async (code: string) =>
    settle({ codes: (await api.confirmSecondFactor(code)).recovery_codes, news: texts.isOnNow });

  return (
    <Card title={texts.title}>
      <div className={styles.card}>
        {news && <Notice kind="success">{news}</Notice>}
        {codes && (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(undefined);
              afterDialog(focusPageTitle);
            }}
          />
        )}
        <p>{isOn ? texts.isOn : texts.isOff}</p>
        {isOn ? <Left codes={account.recovery_codes_left} /> : <p className="hint">{texts.why}</p>}
        {isRequired && <p className="hint">{problems.byCode.second_factor_required}</p>}
        <div className={styles.actions}>
          {isOn ? (
            <>
              <Button onPress={() => begin('renew')}>{texts.renew}</Button>
              <Button onPress={() => begin('exchange')}>{texts.exchange}</Button>
              {!isRequired && <Button onPress={() => begin('turnOff')}>{texts.turnOff}</Button>}
            </>
          ) : (
            <Button onPress={() => begin('turnOn')}>{texts.turnOn}</Button>
          )}
        </div>
      </div>
      {action && (
        <ModalDialog title={texts[action]} onClose={close}>
          {made ? (
            <NewSecret made={made} submit={isOn ? texts.exchange : texts.turnOn} onConfirm={confirm} />
          ) : (
            <>
              {action === 'renew' && <p>{texts.renewText}</p>}
              <p>{texts.endsOthers}</p>
              <ProofForm
                label={isOn ? texts.proofOrCode : own.present}
                type="password"
                autoComplete="current-password"
                missing={own.presentMissing}
                isComplete={(proof) => proof !== ''}
                send={prove}
                buttons={(isBusy) => (
                  <FormActions
                    confirm={isBusy ? form.busy : action === 'turnOff' ? texts.turnOff : goOn}
                    onClose={close}
                  />
                )}
              />
            </>
          )}
        </ModalDialog>
      )}
    </Card>
  );
}

/** At this number of unused codes or below, the page suggests new ones. */
const FEW = 3;

function Left({ codes }: { codes: number }) {
  const { secondFactor: texts } = useTexts();
  const text = texts.left(codes);
  return codes > FEW ? <p className="hint">{text}</p> : <Notice kind="warning">{text}</Notice>;
}
