import { useState } from 'react';
import { api, type Resource } from '../../api/client.js';
import { HIDDEN_DATA, type HiddenData } from '../../api/types.js';
import { useResource } from '../../api/hooks.js';
import { LoadingIndicator } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { LabeledCheckboxGroup } from '../scopes/scopes.js';
import { maskDevice, type ExampleDevice } from './mask-device.js';
import styles from '../scopes/scope.module.css';
import hiddenExampleStyles from './hidden-example.module.css';

interface Props {
  value: readonly HiddenData[];
  onChange: (hidden: HiddenData[]) => void;
}

/** Checkboxes for the data that is hidden from the key, with an example. */
export function HiddenDataField({ value, onChange }: Props) {
  const { protection: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.choice}>
      <LabeledCheckboxGroup
        label={texts.title}
        hint={texts.hint}
        options={HIDDEN_DATA}
        textsOf={(kind) => ({ label: texts.kinds[kind].label, hint: texts.kinds[kind].meaning })}
        value={value}
        onChange={onChange}
      />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{texts.example}</summary>
        {isOpen && <HiddenDataExample hidden={value} />}
      </details>
    </section>
  );
}

/** Replaces the first device if the enterprise has none, or if it cannot be loaded. */
const SAMPLE_DEVICE: ExampleDevice = {
  id: 'tablet-1',
  model: 'SM-G556B',
  imei: '356938035643809',
  imsi1: '262019876543210',
  device_info: { fcm_token: 'example-token-5f0c', hardwareInfo: { serialNumber: 'R58N30ABCDE' } },
  last_location: { lat: 52.51863, lng: 13.37619, accuracy: 12, altitude: 34.5 },
};

const firstDevice: Resource<ExampleDevice> = {
  key: 'first device',
  load: async (signal) => {
    const [first] = await api.devices(['id']).load(signal);
    return first ? api.device(first.id).load(signal) : SAMPLE_DEVICE;
  },
};

/** An example of what the API key sees. It loads the device when the user opens it. */
function HiddenDataExample({ hidden }: { hidden: readonly HiddenData[] }) {
  const { protection: texts } = useTexts();
  const { value, problem } = useResource(firstDevice);
  const device = problem ? SAMPLE_DEVICE : value;
  if (!device) return <LoadingIndicator />;
  return (
    <>
      <p className="hint">{device === SAMPLE_DEVICE ? texts.sampleDevice : texts.exampleOf(device.id)}</p>
      <dl className={hiddenExampleStyles.example} aria-live="polite">
        {maskDevice(device, hidden).map(({ name, value, isChanged }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{isChanged || name === 'id' ? JSON.stringify(value) : truncate(value)}</code>
              {isChanged && (
                <span className={hiddenExampleStyles.changed}>
                  {value === '' ? texts.hidden : texts.lessExact}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const VISIBLE_CHARACTERS = 6;

/** Shows only the beginning of a text, because it may be a credential and other people may see the screen. */
function truncate(value: string | number | null): string {
  const isLong = typeof value === 'string' && value.length > VISIBLE_CHARACTERS + 2;
  return JSON.stringify(isLong ? `${value.slice(0, VISIBLE_CHARACTERS)}…` : value);
}
