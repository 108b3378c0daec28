import { ProgressBar } from './progress-bar.js';

function shownOn(isTTY: boolean, use: (line: ProgressBar) => void): string {
  let shown = '';
  use(
    new ProgressBar('locations.ndjson', 2000, {
      isTTY,
      write: (text: string | Uint8Array) => {
        shown += String(text);
        return true;
      },
    }),
  );
  return shown;
}

describe('ProgressBar', () => {
  it('shows on a terminal how far the file is', () => {
    const shown = shownOn(true, (line) => line.show(1000, 10));
    expect(shown).toMatch(/locations\.ndjson \[#{12}\.{12}\] 50 % {2}[\d,]+ rows\/s$/);
  });

  it('says nothing where there is no terminal', () => {
    const shown = shownOn(false, (line) => {
      line.show(1000, 10);
      line.clear();
    });
    expect(shown).toBe('');
  });

  it('does not slow the import down with every batch', () => {
    const shown = shownOn(true, (line) => {
      for (let bytes = 0; bytes < 2000; bytes++) line.show(bytes, bytes);
    });
    expect(shown.split('\r').length).toBeLessThan(10);
  });
});
