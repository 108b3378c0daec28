import { Link } from 'react-router';

/** A link to the page of an API key. */
export function KeyLink({ id, name }: { id: string; name: string }) {
  return <Link to={`/keys/${encodeURIComponent(id)}`}>{name}</Link>;
}
