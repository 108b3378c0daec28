import { api } from '../api/client.js';
import type { RetentionPreview } from '../api/records.js';
import { useAttempt } from '../api/use-attempt.js';
import { useResource } from '../api/use-resource.js';
import { Button } from '../design/controls/button.js';
import { Loaded } from '../design/notices/loaded.js';
import { Notice, ProblemNotice } from '../design/notices/notice.js';
import { Dialogue, DialogueActions } from '../design/page/dialogue.js';
import { useTexts } from '../texts/language.js';
import { useAbsoluteTime } from '../time/use-absolute-time.js';

interface Props {
  days: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Says in words and numbers what goes for good. The focus is on the way back. */
export function RetentionConfirmation({ days, onConfirm, onClose }: Props) {
  const { settings: texts, cancel, form } = useTexts();
  const loading = useResource(api.previewRetention(days));
  const { isBusy, problem, attempt } = useAttempt(onConfirm);
  return (
    <Dialogue role="alertdialog" title={texts.confirmKept(days)} isOpen onClose={onClose}>
      <Loaded loading={loading}>{(preview) => <Removed preview={preview} />}</Loaded>
      {problem && <ProblemNotice problem={problem} />}
      <DialogueActions>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button kind="danger" isDisabled={!loading.value} onPress={() => void attempt()}>
          {isBusy ? form.busy : texts.keepOnly(days)}
        </Button>
      </DialogueActions>
    </Dialogue>
  );
}

function Removed({ preview }: { preview: RetentionPreview }) {
  const { settings: texts } = useTexts();
  const absolute = useAbsoluteTime();
  const { datausage, screentime, locations, counted_up_to: most } = preview;
  if (datausage + screentime + locations === 0)
    return <p>{texts.nothingOlder(absolute(preview.kept_from))}</p>;
  return (
    <>
      <p>{texts.older(absolute(preview.kept_from))}</p>
      <ul>
        <li>{texts.removedUsage(datausage, datausage >= most)}</li>
        <li>{texts.removedScreenTime(screentime, screentime >= most)}</li>
        <li>{texts.removedLocations(locations, locations >= most)}</li>
      </ul>
      <Notice kind="warning">{texts.forGood}</Notice>
    </>
  );
}
