import { KeyLink } from '../../design/icons/links.js';
import type { PresentKeys } from './key-names.js';

/** The name of an API key, as a link to its page unless the key is deleted. */
export function KeyName({ id, name, present }: { id: string; name: string; present: PresentKeys }) {
  return present?.has(id) ? <KeyLink id={id} name={name} /> : name;
}
