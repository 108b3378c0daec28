import { Link } from 'react-router';

/** The name of an API key, which leads to its page wherever it stands. */
export function KeyLink({ id, name }: { id: string; name: string }) {
  return <Link to={`/keys/${encodeURIComponent(id)}`}>{name}</Link>;
}
