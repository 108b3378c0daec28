import { useRef, useState } from 'react';
import { useTexts } from '../../texts/language.js';
import { Button } from './button.js';
import styles from './copy-field.module.css';

interface Props {
  /** The name of the value, as in "Copy API key". */
  label: string;
  text: string;
  onCopied?: () => void;
  isLarge?: boolean;
}

/** A text with a copy button. If the browser refuses to copy, selects the text and shows a message. */
export function CopyField({ label, text, onCopied, isLarge }: Props) {
  const { copy } = useTexts();
  const codeRef = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const handleOutcome = (next: 'copied' | 'refused') => {
    setOutcome(next);
    if (next === 'copied') onCopied?.();
  };
  const handlePress = async () => {
    try {
      await navigator.clipboard.writeText(text);
      handleOutcome('copied');
    } catch {
      // no permission, or no clipboard outside a secure context
      codeRef.current?.focus();
      if (codeRef.current) document.getSelection()?.selectAllChildren(codeRef.current);
      handleOutcome('refused');
    }
  };
  return (
    <div className={isLarge ? styles.large : undefined}>
      <div className={styles.line}>
        <code
          ref={codeRef}
          tabIndex={0}
          onCopy={() => {
            if (document.getSelection()?.toString().includes(text)) handleOutcome('copied');
          }}
        >
          {text}
        </code>
        <Button
          aria-label={outcome === 'copied' ? copy.done(label) : copy.of(label)}
          onPress={() => void handlePress()}
          icon={outcome === 'copied' ? 'check' : 'copy'}
        >
          {outcome === 'copied' ? copy.copied : copy.copy}
        </Button>
      </div>
      <p className={outcome === 'refused' ? 'hint problem-text' : 'visually-hidden'} role="status">
        {outcome === 'copied' && copy.done(label)}
        {outcome === 'refused' && copy.refused}
      </p>
    </div>
  );
}
