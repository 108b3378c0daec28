import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { Question } from '../design/page/dialogs/question.js';
import { useTexts } from '../texts/language.js';

interface Props {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog that requires a second factor of all users with a password. */
export function FactorDialog({ settings: { second_factor_required: isRequired }, onSaved, onClose }: Props) {
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
