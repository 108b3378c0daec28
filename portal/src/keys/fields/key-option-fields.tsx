import { useId } from 'react';
import type { Problem } from '../../api/problem.js';
import type { ApiKey, KeyConditions } from '../../api/types.js';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import { TextField } from '../../design/fields/text-field.js';
import { areAgentsEnabled, useSession } from '../../session/session.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { addDays, formatDay, dayOf } from '../../time/days.js';
import { useNow, useToday } from '../../time/now.js';
import { LabeledCheckbox } from '../scopes/scopes.js';
import { DAY_MS } from '../state/key-state.js';
import { type Draft, isExpirationChanged } from './key-draft.js';
import { parseNetworks, validateNetworks } from './networks.js';
import fields from '../../design/fields/field.module.css';
import styles from './end-field.module.css';

interface OptionErrors {
  expiration?: string;
  networks?: string;
  note?: string;
}

const MAX_NOTE_LENGTH = 500;

/**
 * Returns the error messages of expiration, networks and note, from the checks of the form and from the service, which
 * checks again with its own clock.
 */
export function useOptionErrors(
  draft: Draft,
  edited: ApiKey | undefined,
  conditions: KeyConditions | undefined,
  problem: Problem | undefined,
): OptionErrors {
  const { texts, locale } = useLanguage();
  const { time_zone: zone } = useSession();
  const today = useToday();
  const latest = useLatestDay(conditions);
  const { form } = texts;
  const { lastDay } = draft;
  const validateExpiration = () => {
    if (edited && !isExpirationChanged(draft, edited, zone)) return undefined;
    if (lastDay === '') return latest && form.expirationMissing;
    if (lastDay < today) return form.expirationPast;
    return latest && lastDay > latest ? form.expirationTooLate(formatDay(latest, locale, 'full')) : undefined;
  };
  const networks = parseNetworks(draft.networks);
  const hasNewNetworks = networks.length > 0 && networks.join() !== edited?.allowed_networks.join();
  const isNoteTooLong = [...draft.note.trim()].length > MAX_NOTE_LENGTH;
  const isRejected = (member: string) => problem?.detailOf(member) !== undefined;
  return {
    expiration: validateExpiration() ?? (isRejected('expires_at') ? form.expirationPast : undefined),
    networks:
      hasNewNetworks && conditions?.address_unclear
        ? form.proxyNotTrusted
        : (validateNetworks(draft.networks, texts) ??
          (isRejected('allowed_networks') ? form.networksInvalid : undefined)),
    note: isNoteTooLong || isRejected('note') ? form.noteInvalid : undefined,
  };
}

/** Returns the last day that the service accepts, if its setting `MAX_KEY_DAYS` limits it. */
function useLatestDay(conditions: KeyConditions | undefined): string | undefined {
  const { time_zone: zone } = useSession();
  const now = useNow();
  const maxDays = conditions?.max_key_days ?? null;
  return maxDays === null ? undefined : addDays(dayOf(new Date(now + maxDays * DAY_MS), zone), -1);
}

interface KeyOptionFieldsProps {
  draft: Draft;
  isNew: boolean;
  conditions: KeyConditions | undefined;
  errors: OptionErrors;
  onChange: (change: Partial<Draft>) => void;
}

/** The fields for expiration, networks, agents and note of a key. */
export function KeyOptionFields({ draft, isNew, conditions, errors, onChange }: KeyOptionFieldsProps) {
  const { form, agents } = useTexts();
  return (
    <>
      <ExpirationField
        value={draft.lastDay}
        errorMessage={errors.expiration}
        conditions={conditions}
        onChange={(lastDay) => onChange({ lastDay })}
      />
      <TextField
        label={form.networks}
        hint={
          <>
            {form.networksHint}{' '}
            {conditions && !conditions.address_unclear && form.currentAddress(conditions.address)}
          </>
        }
        value={draft.networks}
        rows={3}
        isCode
        autoComplete="off"
        spellCheck="false"
        isInvalid={errors.networks !== undefined}
        errorMessage={errors.networks}
        onChange={(networks) => onChange({ networks })}
      />
      <LabeledCheckbox
        label={agents.allow}
        code="mcp"
        hint={areAgentsEnabled() ? agents.allowHint : `${agents.allowHint} ${agents.off}`}
        isSelected={draft.mcp}
        onChange={(mcp) => onChange({ mcp })}
      />
      {!isNew && (
        <LabeledCheckbox
          label={form.pause}
          hint={form.pauseHint}
          isSelected={draft.paused}
          onChange={(paused) => onChange({ paused })}
        />
      )}
      <TextField
        label={form.note}
        hint={form.noteHint}
        value={draft.note}
        rows={2}
        autoComplete="off"
        spellCheck="true"
        isInvalid={errors.note !== undefined}
        errorMessage={errors.note}
        onChange={(note) => onChange({ note })}
      />
    </>
  );
}

const PRESETS = [30, 90, 365];

interface ExpirationFieldProps {
  value: string;
  errorMessage: string | undefined;
  conditions: KeyConditions | undefined;
  onChange: (lastDay: string) => void;
}

/** The field for the last day on which the key is valid, with buttons for usual periods. */
function ExpirationField({ value, errorMessage, conditions, onChange }: ExpirationFieldProps) {
  const { form } = useTexts();
  const { time_zone: zone } = useSession();
  const today = useToday();
  const latest = useLatestDay(conditions);
  const id = useId();
  const presets = PRESETS.map((days) => ({ days, day: addDays(today, days) }));
  return (
    <div className={fields.field}>
      <DayField
        label={form.expiration}
        value={value}
        isInvalid={errorMessage !== undefined}
        errorId={id}
        onChange={onChange}
      />
      <div className={styles.presets} role="group" aria-label={form.presets}>
        {presets
          .filter(({ day }) => !latest || day <= latest)
          .map(({ days, day }) => (
            <Button key={days} kind="small" onPress={() => onChange(day)}>
              {form.inDays(days)}
            </Button>
          ))}
        {!latest && (
          <Button kind="small" onPress={() => onChange('')}>
            {form.noExpiration}
          </Button>
        )}
      </div>
      <p id={id} className={errorMessage ? 'problem-text' : 'hint'}>
        {errorMessage ?? (latest ? form.expirationRequired(zone) : form.expirationHint(zone))}
      </p>
    </div>
  );
}
