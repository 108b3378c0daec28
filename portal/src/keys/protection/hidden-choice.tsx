import { CheckboxGroup, Label, Text } from 'react-aria-components';
import { HIDDEN_DATA, type HiddenData } from '../../api/records.js';
import fields from '../../design/fields/field.module.css';
import { useTexts } from '../../texts/language.js';
import { Tick } from '../scopes/tick.js';
import styles from '../scopes/scope.module.css';
import { HiddenExample } from './hidden-example.js';

interface Props {
  value: readonly HiddenData[];
  onChange: (hidden: HiddenData[]) => void;
}

/** A choice of the data that the key does not see, with an example. */
export function HiddenChoice({ value, onChange }: Props) {
  const { protection: texts } = useTexts();
  return (
    <section className={styles.choice}>
      <CheckboxGroup
        className={styles.choice}
        value={[...value]}
        onChange={(chosen) => onChange(HIDDEN_DATA.filter((kind) => chosen.includes(kind)))}
      >
        <Label className={fields.label}>{texts.title}</Label>
        <Text slot="description" className="hint">
          {texts.hint}
        </Text>
        {HIDDEN_DATA.map((kind) => (
          <Tick
            key={kind}
            value={kind}
            label={texts.kinds[kind].label}
            code={kind}
            hint={texts.kinds[kind].meaning}
          />
        ))}
      </CheckboxGroup>
      <HiddenExample hidden={value} />
    </section>
  );
}
