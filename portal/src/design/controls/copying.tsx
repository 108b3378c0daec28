import { useRef, useState } from 'react';
import { useTexts } from '../../texts/language.js';
import { Button } from './button.js';
import styles from './copying.module.css';

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
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const settle = (next: 'copied' | 'refused') => {
    setOutcome(next);
    if (next === 'copied') onCopied?.();
  };
  const press = async () => {
    try {
      await navigator.clipboard.writeText(text);
      settle('copied');
    } catch {
      // no permission, or no clipboard outside a secure context
      shown.current?.focus();
      if (shown.current) document.getSelection()?.selectAllChildren(shown.current);
      settle('refused');
    }
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
          icon={outcome === 'copied' ? 'check' : 'copy'}
        >
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
