import { useId } from 'react';
import type { Problem } from '../../api/problem.js';
import type { ApiKey, KeyConditions } from '../../api/records.js';
import { Button } from '../../design/controls/button.js';
import { DayField } from '../../design/days/day-field.js';
import { Entry } from '../../design/fields/entry.js';
import { areAgentsOn, useSession } from '../../session/session.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { addDays, dayLabel, dayOf } from '../../time/days.js';
import { useNow, useToday } from '../../time/now.js';
import { Tick } from '../scopes/scopes.js';
import { DAY_MS } from '../state/key-state.js';
import { type Draft, isEndChanged, networkMistake, networksIn } from './wanted.js';
import fields from '../../design/fields/field.module.css';
import styles from './end-field.module.css';

interface TermsMistakes {
  end?: string;
  networks?: string;
  note?: string;
}

const MOST_OF_NOTE = 500;

/**
 * Returns the error messages of expiration, networks and note, from the checks of the form and from the service, which
 * checks again with its own clock.
 */
export function useTermsMistakes(
  draft: Draft,
  edited: ApiKey | undefined,
  conditions: KeyConditions | undefined,
  problem: Problem | undefined,
): TermsMistakes {
  const { texts, locale } = useLanguage();
  const { time_zone: zone } = useSession();
  const today = useToday();
  const latest = useLatestDay(conditions);
  const { form } = texts;
  const { lastDay } = draft;
  const endMistake = () => {
    if (edited && !isEndChanged(draft, edited, zone)) return undefined;
    if (lastDay === '') return latest && form.endMissing;
    if (lastDay < today) return form.endPast;
    return latest && lastDay > latest ? form.endTooFar(dayLabel(latest, locale, 'full')) : undefined;
  };
  const networks = networksIn(draft.networks);
  const isBound = networks.length > 0 && networks.join() !== edited?.allowed_networks.join();
  const isNoteLong = [...draft.note.trim()].length > MOST_OF_NOTE;
  const says = (member: string) => problem?.about(member) !== undefined;
  return {
    end: endMistake() ?? (says('expires_at') ? form.endPast : undefined),
    networks:
      isBound && conditions?.address_unclear
        ? form.networksUnclear
        : (networkMistake(draft.networks, texts) ??
          (says('allowed_networks') ? form.networksWrong : undefined)),
    note: isNoteLong || says('note') ? form.noteWrong : undefined,
  };
}

/** Returns the last day that the service accepts, if its setting `MAX_KEY_DAYS` limits it. */
function useLatestDay(conditions: KeyConditions | undefined): string | undefined {
  const { time_zone: zone } = useSession();
  const now = useNow();
  const mostDays = conditions?.max_key_days ?? null;
  return mostDays === null ? undefined : addDays(dayOf(new Date(now + mostDays * DAY_MS), zone), -1);
}

interface KeyTermsProps {
  draft: Draft;
  isNew: boolean;
  conditions: KeyConditions | undefined;
  mistakes: TermsMistakes;
  onChange: (change: Partial<Draft>) => void;
}

/** The fields for expiration, networks, agents and note of a key. */
export function KeyTerms({ draft, isNew, conditions, mistakes, onChange }: KeyTermsProps) {
  const { form, agents } = useTexts();
  return (
    <>
      <EndField
        value={draft.lastDay}
        mistake={mistakes.end}
        conditions={conditions}
        onChange={(lastDay) => onChange({ lastDay })}
      />
      <Entry
        label={form.networks}
        hint={
          <>
            {form.networksHint}{' '}
            {conditions && !conditions.address_unclear && form.comeFrom(conditions.address)}
          </>
        }
        value={draft.networks}
        rows={3}
        isCode
        autoComplete="off"
        spellCheck="false"
        isInvalid={mistakes.networks !== undefined}
        mistake={mistakes.networks}
        onChange={(networks) => onChange({ networks })}
      />
      <Tick
        label={agents.allow}
        code="mcp"
        hint={areAgentsOn() ? agents.allowHint : `${agents.allowHint} ${agents.off}`}
        isSelected={draft.mcp}
        onChange={(mcp) => onChange({ mcp })}
      />
      {!isNew && (
        <Tick
          label={form.pause}
          hint={form.pauseHint}
          isSelected={draft.paused}
          onChange={(paused) => onChange({ paused })}
        />
      )}
      <Entry
        label={form.note}
        hint={form.noteHint}
        value={draft.note}
        rows={2}
        autoComplete="off"
        spellCheck="true"
        isInvalid={mistakes.note !== undefined}
        mistake={mistakes.note}
        onChange={(note) => onChange({ note })}
      />
    </>
  );
}

const PRESETS = [30, 90, 365];

interface EndFieldProps {
  value: string;
  mistake: string | undefined;
  conditions: KeyConditions | undefined;
  onChange: (lastDay: string) => void;
}

/** The field for the last day on which the key is valid, with buttons for usual periods. */
function EndField({ value, mistake, conditions, onChange }: EndFieldProps) {
  const { form } = useTexts();
  const { time_zone: zone } = useSession();
  const today = useToday();
  const latest = useLatestDay(conditions);
  const id = useId();
  const presets = PRESETS.map((days) => ({ days, day: addDays(today, days) }));
  return (
    <div className={fields.field}>
      <DayField
        label={form.end}
        value={value}
        isInvalid={mistake !== undefined}
        problemId={id}
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
            {form.noEnd}
          </Button>
        )}
      </div>
      <p id={id} className={mistake ? 'problem-text' : 'hint'}>
        {mistake ?? (latest ? form.endRequired(zone) : form.endHint(zone))}
      </p>
    </div>
  );
}
