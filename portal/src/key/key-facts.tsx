import { api } from '../api/client.js';
import type { ApiKey } from '../api/records.js';
import { useResource } from '../api/use-resource.js';
import { Copyable } from '../design/controls/copying.js';
import { Facts } from '../design/page/facts.js';
import { Moment } from '../design/icons/moment.js';
import { KeyFeeds } from '../keys/state/key-feeds.js';
import { creatorName } from '../keys/state/key-state.js';
import { ScopeTags } from '../keys/scopes/scope-tags.js';
import { AgentLines } from './agent-lines.js';
import { useTexts } from '../texts/language.js';

/** The scopes, terms and last use of an API key. */
export function KeyFacts({ of: key }: { of: ApiKey }) {
  const { agents, form, keys: texts, never, protection } = useTexts();
  const { value: allFeeds = [] } = useResource(api.keyFeeds());
  const feeds = allFeeds.filter(({ api_key_id: id }) => id === key.id);
  const { old_key_until: oldUntil, old_key_last_used_at: oldUsed } = key;
  return (
    <>
      <Facts
        title={texts.overview}
        facts={[
          [texts.scopes, <ScopeTags key="scopes" scopes={key.scopes} />],
          [
            protection.title,
            key.hidden_data.map((kind) => protection.kinds[kind].chip).join(', ') || protection.nothing,
          ],
          [agents.title, agents.filter[key.mcp ? 'allowed' : 'refused']],
          [form.note, key.note],
          [form.networks, key.allowed_networks.join(', ') || texts.everywhere],
          [texts.ends, <Moment key="ends" at={key.expires_at} missing={texts.neverEnds} />],
          [texts.lastUsed, <Moment key="used" at={key.last_used_at} missing={never} />],
          ...(oldUntil === null
            ? []
            : ([
                [texts.oldKeyEnds, <Moment key="old" at={oldUntil} />],
                [texts.oldKeyUsed, <Moment key="old-used" at={oldUsed} missing={never} />],
              ] as const)),
          ...(feeds.length === 0 ? [] : [[texts.follows, <KeyFeeds key="feeds" feeds={feeds} />] as const]),
          [texts.key, <code key="hint">{key.key_hint}</code>],
          [texts.id, <Copyable key="id" what={texts.id} text={key.id} />],
          [texts.created, <Moment key="created" at={key.created_at} />],
          ...(key.created_by === null ? [] : [[texts.createdBy, creatorName(key.created_by)] as const]),
          [texts.changed, <Moment key="changed" at={key.updated_at} />],
        ]}
      />
      {key.mcp && <AgentLines />}
    </>
  );
}
