import { KeyLink } from '../../design/icons/key-link.js';
import type { PresentKeys } from './key-names.js';

/** What a key is called; it leads to the key's page while there is one. */
export function KeyName({ id, name, present }: { id: string; name: string; present: PresentKeys }) {
  return present?.has(id) ? <KeyLink id={id} name={name} /> : name;
}
