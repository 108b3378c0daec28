import { CheckboxButton, CheckboxField } from 'react-aria-components';
import { Icon } from '../../design/icons/icon.js';
import { useTexts } from '../../texts/language.js';
import styles from '../scopes/scope.module.css';

export function PauseChoice({ value, onChange }: { value: boolean; onChange: (paused: boolean) => void }) {
  const { form } = useTexts();
  return (
    <CheckboxField isSelected={value} onChange={onChange}>
      <CheckboxButton className={styles.scope}>
        <span className={styles.tick} aria-hidden="true">
          <Icon name="check" />
        </span>
        <span>
          <span className="strong">{form.pause}</span>
          <span className={styles.exposes}>{form.pauseHint}</span>
        </span>
      </CheckboxButton>
    </CheckboxField>
  );
}
