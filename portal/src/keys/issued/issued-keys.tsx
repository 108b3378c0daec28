import { useState } from 'react';
import type { IssuedKey } from '../../api/records.js';
import { useLeaving } from '../../session/leave-guard.js';
import { useUnsaved } from '../../session/unsaved.js';
import { Dialogue, DialogueActions } from '../../design/page/dialogue.js';
import { useTexts } from '../../texts/language.js';
import { IssuedKeyPanel } from './issued-key-panel.js';
import { Button } from '../../design/controls/button.js';

interface Props {
  /** The newest first. */
  keys: readonly IssuedKey[];
  onDone: (id: string) => void;
}

/** The keys made on this page, each to be copied before it is gone; nobody leaves without a question. */
export function IssuedKeys({ keys, onDone }: Props) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [dismissed, setDismissed] = useState<IssuedKey>();
  const pending = keys.find(({ key }) => !copied.includes(key));
  const blocker = useLeaving();
  useUnsaved(pending !== undefined);

  const isLeaving = blocker.state === 'blocked';
  const asked = dismissed ?? (isLeaving ? pending : undefined);
  const stay = () => {
    setDismissed(undefined);
    blocker.reset?.();
  };
  const leave = () => {
    if (dismissed) onDone(dismissed.id);
    setDismissed(undefined);
    blocker.proceed?.();
  };
  return (
    <>
      {keys.map((issued) => (
        <IssuedKeyPanel
          key={issued.key}
          issued={issued}
          onCopied={() => setCopied((before) => [...before, issued.key])}
          onDone={() => (copied.includes(issued.key) ? onDone(issued.id) : setDismissed(issued))}
        />
      ))}
      {asked && <LeaveQuestion name={asked.application} onStay={stay} onLeave={leave} />}
    </>
  );
}

function LeaveQuestion(props: { name: string; onStay: () => void; onLeave: () => void }) {
  const { leave } = useTexts();
  return (
    <Dialogue role="alertdialog" title={leave.title} isOpen onClose={props.onStay}>
      <p>{leave.text(props.name)}</p>
      <DialogueActions>
        <Button kind="primary" autoFocus onPress={props.onStay}>
          {leave.stay}
        </Button>
        <Button onPress={props.onLeave}>{leave.leave}</Button>
      </DialogueActions>
    </Dialogue>
  );
}
