import { useState } from 'react';
import { api, type Read } from '../../api/client.js';
import { HIDDEN_DATA, type HiddenData } from '../../api/records.js';
import { useResource } from '../../api/hooks.js';
import { Waiting } from '../../design/notices/notice.js';
import { useTexts } from '../../texts/language.js';
import { TickGroup } from '../scopes/scopes.js';
import { asSeen, type ExampleDevice } from './as-seen.js';
import styles from '../scopes/scope.module.css';
import hiddenExampleStyles from './hidden-example.module.css';

interface Props {
  value: readonly HiddenData[];
  onChange: (hidden: HiddenData[]) => void;
}

/** A choice of the data that the key does not see, with an example. */
export function HiddenChoice({ value, onChange }: Props) {
  const { protection: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.choice}>
      <TickGroup
        label={texts.title}
        hint={texts.hint}
        options={HIDDEN_DATA}
        textsOf={(kind) => ({ label: texts.kinds[kind].label, hint: texts.kinds[kind].meaning })}
        value={value}
        onChange={onChange}
      />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{texts.example}</summary>
        {isOpen && <HiddenExample hidden={value} />}
      </details>
    </section>
  );
}

/** Stands for the first device if the enterprise has none, or if the user may not read devices. */
const MADE_UP: ExampleDevice = {
  id: 'tablet-1',
  model: 'SM-G556B',
  imei: '356938035643809',
  imsi1: '262019876543210',
  device_info: { fcm_token: 'example-token-5f0c', hardwareInfo: { serialNumber: 'R58N30ABCDE' } },
  last_location: { lat: 52.51863, lng: 13.37619, accuracy: 12, altitude: 34.5 },
};

const firstDevice: Read<ExampleDevice> = {
  address: 'first device',
  load: async (signal) => {
    const [first] = await api.devices(['id']).load(signal);
    return first ? api.device(first.id).load(signal) : MADE_UP;
  },
};

/** An example of what the API key sees. It loads the device when the user opens it. */
function HiddenExample({ hidden }: { hidden: readonly HiddenData[] }) {
  const { protection: texts } = useTexts();
  const { value, problem } = useResource(firstDevice);
  const device = problem ? MADE_UP : value;
  if (!device) return <Waiting />;
  return (
    <>
      <p className="hint">{device === MADE_UP ? texts.madeUp : texts.exampleOf(device.id)}</p>
      <dl className={hiddenExampleStyles.example} aria-live="polite">
        {asSeen(device, hidden).map(({ name, value, isChanged }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{isChanged || name === 'id' ? JSON.stringify(value) : shortened(value)}</code>
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

const SHOWN_CHARACTERS = 6;

/** Shows only the beginning of a text, because it may be a credential and other people may see the screen. */
function shortened(value: string | number | null): string {
  const isLong = typeof value === 'string' && value.length > SHOWN_CHARACTERS + 2;
  return JSON.stringify(isLong ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value);
}
