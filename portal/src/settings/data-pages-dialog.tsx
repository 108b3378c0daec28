import { api } from '../api/client.js';
import type { Settings } from '../api/records.js';
import { Question } from '../design/page/dialogs/question.js';
import { useTexts } from '../texts/language.js';

interface Props {
  settings: Settings;
  onSaved: (done: string) => void;
  onClose: () => void;
}

/** The dialog that switches the Data pages on or off for all users. */
export function DataPagesDialog({ settings: { data_pages: isOn }, onSaved, onClose }: Props) {
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
