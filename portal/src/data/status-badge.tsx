import { useTexts } from '../texts/language.js';

/** A device's state; one we do not know is shown as it is. */
export function StatusBadge({ status }: { status: string }) {
  const { data, none } = useTexts();
  return <span className={`badge ${status.toLowerCase()}`}>{data.statuses[status] ?? (status || none)}</span>;
}
