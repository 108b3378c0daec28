import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Account, NewSecondFactor } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { Notice } from '../../design/notices/notice.js';
import { Card } from '../../design/page/card.js';
import { afterDialogCloses, FormActions, ModalDialog } from '../../design/page/dialogs/dialog.js';
import { focusPageTitle } from '../../design/page/page.js';
import { useTexts } from '../../texts/language.js';
import { ProofForm } from './proof-form.js';
import { AuthenticatorSetup, RecoveryCodes } from './second-factor-setup.js';
import styles from './second-factor.module.css';

type Action = 'turnOn' | 'exchange' | 'renew' | 'turnOff';

/**
 * Turns the user's own second factor on or off, moves it to another app, or creates new recovery
 * codes. Each action first asks for the password or a code, so that a passer-by at an unattended
 * browser cannot do it.
 */
export function SecondFactorCard({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const { account: accountTexts, form, continueLabel, problems, secondFactor: texts } = useTexts();
  const [dialog, setDialog] = useState<{ action: Action; newFactor?: NewSecondFactor }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [successMessage, setSuccessMessage] = useState<string>();
  const { second_factor: isOn, second_factor_required: isRequired } = account;

  const { action, newFactor } = dialog ?? {};
  const close = () => setDialog(undefined);
  /** Changes this dialog. Another dialog may be open when a late response arrives. */
  const updateDialog = (next: typeof dialog) => setDialog((current) => (current === dialog ? next : current));
  const startAction = (next: Action) => {
    setSuccessMessage(undefined);
    setDialog({ action: next });
  };
  const handleDone = (done: { codes?: string[]; successMessage?: string }) => {
    updateDialog(undefined);
    setCodes(done.codes);
    setSuccessMessage(done.successMessage);
    onChanged();
    if (!done.codes) afterDialogCloses(focusPageTitle);
  };
  const submitProof = async (proof: string) => {
    if (!dialog) return;
    if (action === 'renew') handleDone({ codes: (await api.regenerateRecoveryCodes(proof)).recovery_codes });
    else if (action === 'turnOff') {
      await api.turnOffSecondFactor(proof);
      handleDone({ successMessage: texts.isOffNow });
    } else updateDialog({ ...dialog, newFactor: await api.startSecondFactor(proof) });
  };
  const confirmCode = async (code: string) =>
    handleDone({
      codes: (await api.confirmSecondFactor(code)).recovery_codes,
      successMessage: texts.isOnNow,
    });

  return (
    <Card title={texts.title}>
      <div className={styles.card}>
        {successMessage && <Notice kind="success">{successMessage}</Notice>}
        {codes && (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(undefined);
              afterDialogCloses(focusPageTitle);
            }}
          />
        )}
        <p>{isOn ? texts.isOn : texts.isOff}</p>
        {isOn ? <RemainingCodes codes={account.recovery_codes_left} /> : <p className="hint">{texts.why}</p>}
        {isRequired && <p className="hint">{problems.byCode.second_factor_required}</p>}
        <div className={styles.actions}>
          {isOn ? (
            <>
              <Button onPress={() => startAction('renew')}>{texts.renew}</Button>
              <Button onPress={() => startAction('exchange')}>{texts.exchange}</Button>
              {!isRequired && <Button onPress={() => startAction('turnOff')}>{texts.turnOff}</Button>}
            </>
          ) : (
            <Button onPress={() => startAction('turnOn')}>{texts.turnOn}</Button>
          )}
        </div>
      </div>
      {action && (
        <ModalDialog title={texts[action]} onClose={close}>
          {newFactor ? (
            <AuthenticatorSetup
              newFactor={newFactor}
              submitLabel={isOn ? texts.exchange : texts.turnOn}
              onConfirm={confirmCode}
            />
          ) : (
            <>
              {action === 'renew' && <p>{texts.renewText}</p>}
              <p>{texts.endsOtherSessions}</p>
              <ProofForm
                label={isOn ? texts.passwordOrCode : accountTexts.currentPassword}
                type="password"
                autoComplete="current-password"
                incompleteMessage={accountTexts.currentPasswordMissing}
                isComplete={(proof) => proof !== ''}
                onSubmit={submitProof}
                renderButtons={(isBusy) => (
                  <FormActions
                    submitLabel={isBusy ? form.busy : action === 'turnOff' ? texts.turnOff : continueLabel}
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
const FEW_CODES = 3;

function RemainingCodes({ codes }: { codes: number }) {
  const { secondFactor: texts } = useTexts();
  const text = texts.left(codes);
  return codes > FEW_CODES ? <p className="hint">{text}</p> : <Notice kind="warning">{text}</Notice>;
}
