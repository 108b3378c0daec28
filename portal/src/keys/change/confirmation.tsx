import type { ReactNode } from 'react';
import type { ApiKey } from '../../api/records.js';
import { Question } from '../../design/page/dialogs/dialog.js';
import { Notice } from '../../design/notices/notice.js';
import { ScopeTags } from '../scopes/scope-tags.js';
import { useTexts } from '../../texts/language.js';
import { Moment } from '../../design/icons/moment.js';
import { useNow } from '../../time/now.js';

interface Props {
  target: ApiKey;
  texts: { title: (name: string) => string; text: string; confirm: string };
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** The last use of the key that stops working. The default is that of the target. */
  lastUse?: string | null;
  /** More fields of the dialog. */
  children?: ReactNode;
}

const DAY_MS = 86_400_000;

/** Returns true if a key was used within the last day. */
export const isRecent = (usedAt: string | null, now: number): boolean =>
  usedAt !== null && now - Date.parse(usedAt) < DAY_MS;

/** Asks before a key stops working. */
export function Confirmation({
  target,
  texts,
  onConfirm,
  onClose,
  lastUse = target.last_used_at,
  children,
}: Props) {
  return (
    <Question
      title={texts.title(target.application)}
      confirm={texts.confirm}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.text}</p>
      <ScopeTags scopes={target.scopes} />
      <LastUse at={lastUse} />
      {children}
    </Question>
  );
}

function LastUse({ at }: { at: string | null }) {
  const { keys, lastUse } = useTexts();
  const now = useNow();
  return (
    <>
      <p>
        {at === null ? (
          lastUse.never
        ) : (
          <>
            {keys.lastUsed}: <Moment at={at} />
          </>
        )}{' '}
        <span className="muted">{lastUse.late}</span>
      </p>
      {isRecent(at, now) && <Notice kind="warning">{lastUse.recent}</Notice>}
    </>
  );
}
