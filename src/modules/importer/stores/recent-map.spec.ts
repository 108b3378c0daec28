import { RecentMap } from './recent-map.js';

describe('RecentMap', () => {
  it('keeps what is in use and never more than its capacity', () => {
    const map = new RecentMap<number>(10);
    map.set('in use', 1);
    for (let count = 0; count < 1000; count++) {
      map.set(`passing ${count}`, count);
      expect(map.get('in use')).toBe(1);
    }
    const kept = Array.from({ length: 1000 }, (_, count) => map.get(`passing ${count}`)).filter(
      (value) => value !== undefined,
    );
    expect(kept.length).toBeLessThan(10);
  });

  it('forgets what has not been asked for in a long time', () => {
    const map = new RecentMap<number>(10);
    map.set('old', 1);
    for (let count = 0; count < 20; count++) map.set(`new ${count}`, count);
    expect(map.get('old')).toBeUndefined();
  });

  it('takes a new value for a key that it knows', () => {
    const map = new RecentMap<number>(4);
    for (let value = 0; value < 10; value++) map.set('key', value);
    expect(map.get('key')).toBe(9);
  });
});
