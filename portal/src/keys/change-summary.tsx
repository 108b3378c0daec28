import { useTexts } from '../texts/language.js';
import { changesBetween, type Wanted } from './wanted.js';

/** Says what saving would do, before it is done. */
export function ChangeSummary({ before, after }: { before: Wanted; after: Wanted }) {
  const { form, scopes } = useTexts();
  const { renamed, added, removed } = changesBetween(before, after);
  return (
    <section className="change-summary" aria-live="polite">
      <h3>{form.changes}</h3>
      <ul>
        {renamed && <li>{form.renamed(before.application, after.application.trim())}</li>}
        {added.map((scope) => (
          <li key={scope}>{form.added(scopes[scope].label)}</li>
        ))}
        {removed.map((scope) => (
          <li key={scope} className="problem-text">
            {form.removed(scopes[scope].label)}
          </li>
        ))}
        {!renamed && added.length + removed.length === 0 && <li>{form.noChanges}</li>}
      </ul>
    </section>
  );
}
