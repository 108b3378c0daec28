import { useState } from 'react';
import type { ApiKey } from '../../api/records.js';
import { Choice } from '../../design/fields/choice.js';
import { useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { hasOldKey } from '../state/key-state.js';
import { Confirmation } from './confirmation.js';

/** For so long the old key may work beside the new one. */
const OVERLAP_HOURS = [0, 1, 24, 72, 168];

interface Props {
  target: ApiKey;
  onConfirm: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

/** Asks before a key is replaced, and for how long both are to work. */
export function Regeneration({ target, onConfirm, onClose }: Props) {
  const { regenerate } = useTexts();
  const now = useNow();
  const [hours, setHours] = useState(0);
  return (
    <Confirmation
      target={target}
      texts={{ ...regenerate, text: hours === 0 ? regenerate.text : regenerate.overlapText }}
      onConfirm={() => onConfirm(hours)}
      onClose={onClose}
    >
      <Choice
        label={regenerate.overlap}
        value={String(hours)}
        options={OVERLAP_HOURS.map((each) => ({ id: String(each), label: regenerate.overlapOf(each) }))}
        onChange={(id) => setHours(Number(id))}
      />
      {hasOldKey(target, now) && <p className="problem-text">{regenerate.olderEnds}</p>}
    </Confirmation>
  );
}
