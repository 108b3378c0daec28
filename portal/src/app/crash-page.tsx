import { useTexts } from '../texts/language.js';

/** What is left when even what stands around the pages fails to draw. */
export function CrashPage() {
  const { crash } = useTexts();
  return (
    <main className="alone">
      <title>{crash.title}</title>
      <h1>{crash.title}</h1>
      <p>{crash.text}</p>
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {crash.again}
      </button>
    </main>
  );
}
