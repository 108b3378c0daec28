import type { Problem } from '../../api/problem.js';
import type { ApiKey, KeyConditions } from '../../api/records.js';
import { useSession } from '../../session/session.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { SingleTick } from '../scopes/tick.js';
import { EndField } from './end-field.js';
import { networkMistake, networksIn } from './network-mistake.js';
import { isEndChanged, type Draft } from './wanted.js';
import { Entry } from '../../design/fields/entry.js';
import { endMistake } from './end-mistake.js';

export interface TermsMistakes {
  end?: string;
  networks?: string;
  note?: string;
}

const MOST_OF_NOTE = 500;

/** Returns the error messages of expiration, networks and note, from the checks of the form and from the service. */
export function useTermsMistakes(
  draft: Draft,
  edited: ApiKey | undefined,
  conditions: KeyConditions | undefined,
  problem: Problem | undefined,
): TermsMistakes {
  const { texts, locale } = useLanguage();
  const { time_zone: zone } = useSession();
  const now = useNow();
  const { form } = texts;
  const isOther = !edited || isEndChanged(draft, edited, zone);
  const mostDays = conditions?.max_key_days ?? null;
  const networks = networksIn(draft.networks);
  const isBound = networks.length > 0 && networks.join() !== edited?.allowed_networks.join();
  const end = isOther ? endMistake(draft.lastDay, { now, zone, locale, mostDays }, texts) : undefined;
  const isNoteLong = [...draft.note.trim()].length > MOST_OF_NOTE;
  const says = (member: string) => problem?.about(member) !== undefined;
  return {
    end: end ?? (says('expires_at') ? form.endPast : undefined),
    networks:
      isBound && conditions?.address_unclear
        ? form.networksUnclear
        : (networkMistake(draft.networks, texts) ??
          (says('allowed_networks') ? form.networksWrong : undefined)),
    note: isNoteLong || says('note') ? form.noteWrong : undefined,
  };
}

interface Props {
  draft: Draft;
  isNew: boolean;
  conditions: KeyConditions | undefined;
  mistakes: TermsMistakes;
  onChange: (change: Partial<Draft>) => void;
}

/** The fields for expiration, networks, agents and note of a key. */
export function KeyTerms({ draft, isNew, conditions, mistakes, onChange }: Props) {
  const { form, agents } = useTexts();
  return (
    <>
      <EndField
        value={draft.lastDay}
        mistake={mistakes.end}
        mostDays={conditions?.max_key_days ?? null}
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
      <SingleTick
        label={agents.allow}
        code="mcp"
        hint={agents.allowHint}
        isSelected={draft.mcp}
        onChange={(mcp) => onChange({ mcp })}
      />
      {!isNew && (
        <SingleTick
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
