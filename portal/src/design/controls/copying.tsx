import { useRef, useState, type RefObject } from 'react';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import { Button } from './button.js';
import styles from './copying.module.css';

type Outcome = 'none' | 'copied' | 'refused';

interface Props {
  /** The name of the value, as in "Copy API key". */
  what: string;
  text: string;
  onCopied?: () => void;
  isLarge?: boolean;
}

/** A text with a copy button. If the browser refuses to copy, selects the text and shows a message. */
export function Copyable({ what, text, onCopied, isLarge }: Props) {
  const { copy } = useTexts();
  const shown = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<Outcome>('none');
  const settle = (next: Outcome) => {
    setOutcome(next);
    if (next === 'copied') onCopied?.();
  };
  const press = async () => {
    const isCopied = await write(text);
    if (!isCopied) selectAll(shown);
    settle(isCopied ? 'copied' : 'refused');
  };
  return (
    <div className={isLarge ? styles.large : undefined}>
      <div className={styles.line}>
        <code
          ref={shown}
          tabIndex={0}
          onCopy={() => {
            if (document.getSelection()?.toString().includes(text)) settle('copied');
          }}
        >
          {text}
        </code>
        <Button
          aria-label={outcome === 'copied' ? copy.done(what) : copy.of(what)}
          onPress={() => void press()}
        >
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
          {outcome === 'copied' ? copy.copied : copy.copy}
        </Button>
      </div>
      <p className={outcome === 'refused' ? 'hint problem-text' : 'visually-hidden'} role="status">
        {outcome === 'copied' && copy.done(what)}
        {outcome === 'refused' && copy.refused}
      </p>
    </div>
  );
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // no permission, or no clipboard outside a secure context
  }
}

function selectAll({ current }: RefObject<HTMLElement | null>): void {
  if (!current) return;
  current.focus();
  document.getSelection()?.selectAllChildren(current);
}
