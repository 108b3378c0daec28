import type { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import type { TrailFlaw, TrailVerifier } from '../modules/audit/verification/verify-trail.js';

/** So many flaws of a trail are told. */
const MOST_FLAWS = 100;

/** Checks the trails of the enterprises named, or of all; true when every one is as it was written. */
export async function verifyTrails(
  verifier: TrailVerifier,
  all: readonly Enterprise[],
  named: readonly string[],
): Promise<boolean> {
  const unknown = named.find((id) => !all.some((enterprise) => enterprise.id === id));
  if (unknown !== undefined) throw new Error(`There is no enterprise ${unknown}`);
  let areIntact = true;
  for (const enterprise of all.filter(({ id }) => named.length === 0 || named.includes(id)))
    areIntact = (await verifyWhole(verifier, enterprise)) && areIntact;
  return areIntact;
}

/** Checks a trail piece by piece, says how far it is wherever there is more than one, and what it found. */
async function verifyWhole(verifier: TrailVerifier, { key, id }: Enterprise): Promise<boolean> {
  const flaws: TrailFlaw[] = [];
  let events = 0;
  for (let after = 0; ;) {
    const piece = await verifier.verify(key, after);
    events += piece.events;
    flaws.push(...piece.flaws.slice(0, MOST_FLAWS - flaws.length));
    after = piece.lastSequence;
    if (piece.isEnd) {
      const end = after === 0 ? '' : `, the last is ${after} ${piece.lastHash}`;
      console.log(describe(id, `${events} events${end}`, flaws));
      return flaws.length === 0;
    }
    console.error(`${id}: ${events} of ${piece.total} events checked`);
  }
}

function describe(id: string, what: string, flaws: readonly TrailFlaw[]): string {
  const state = flaws.length === 0 ? 'intact' : 'NOT INTACT';
  const lines = flaws.map(({ sequence, flaw }) => `  event ${sequence}: ${flaw.replace('_', ' ')}`);
  return [`${id}: ${state}, ${what}`, ...lines].join('\n');
}
