import type { Scope } from '../api/records.js';
import { useTexts } from '../texts/language.js';

export function ScopeTags({ scopes }: { scopes: readonly Scope[] }) {
  const texts = useTexts();
  return (
    <ul className="tags" role="list">
      {scopes.map((scope) => (
        <li key={scope} className="tag" title={scope}>
          {texts.scopes[scope].label}
        </li>
      ))}
    </ul>
  );
}
