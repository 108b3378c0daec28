import { Admission } from './admission.js';

/** A second of ten measurements under a load that leaves `waiting` requests and answers `rate` a second. */
function second(admission: Admission, rate: number, waiting: number, delay = 0): void {
  for (let at = 0; at < 10; at++) admission.measure(0.1, rate / 10, waiting, delay);
}

describe('Admission', () => {
  it('takes a burst on before anything was measured', () => {
    expect(new Admission().admits('detail', 200)).toBe(true);
  });

  it('takes on as many requests as it can answer in time at the rate it has shown', () => {
    const admission = new Admission();
    second(admission, 3000, 1000);
    second(admission, 3000, 1000);
    expect(admission.admits('detail', 700)).toBe(true);
    expect(admission.admits('detail', 800)).toBe(false);
  });

  it('refuses bulk first, then lists, then details', () => {
    const admission = new Admission();
    const refused = (['bulk', 'list', 'detail'] as const).map((kind) => {
      let waiting = 0;
      while (admission.admits(kind, waiting)) waiting++;
      return waiting;
    });
    expect(refused).toEqual([...refused].sort((one, other) => one - other));
    expect(new Set(refused).size).toBe(3);
  });

  it('lets a few requests through however slow the answers are', () => {
    const admission = new Admission();
    second(admission, 1, 200);
    second(admission, 1, 200);
    expect(admission.admits('bulk', 15)).toBe(true);
    expect(admission.admits('detail', 17)).toBe(false);
  });

  it('keeps to a few while the event loop is late, and trusts itself with more soon after', () => {
    const admission = new Admission();
    second(admission, 1000, 50, 0.6);
    expect(admission.admits('detail', 15)).toBe(true);
    expect(admission.admits('detail', 17)).toBe(false);
    second(admission, 100, 0);
    expect(admission.admits('detail', 100)).toBe(true);
  });

  it('does not take a moderate load for all that it can do', () => {
    const admission = new Admission();
    second(admission, 200, 60);
    second(admission, 200, 60);
    expect(admission.admits('detail', 200)).toBe(true);
  });

  it('does not take a quiet hour for a slow one', () => {
    const admission = new Admission();
    second(admission, 1, 1);
    second(admission, 1, 1);
    expect(admission.admits('detail', 200)).toBe(true);
  });
});
