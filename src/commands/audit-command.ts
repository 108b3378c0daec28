import type { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { AuditSeal } from '../modules/audit/audit-seal.js';
import { verifyTrail, type TrailVerdict } from '../modules/audit/verify-trail.js';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';

/** Checks the trails of the enterprises named, or of all; true when every one is as it was written. */
export async function verifyTrails(
  dataSource: DataSource,
  { keyPepper = '' }: Config,
  named: readonly string[],
): Promise<boolean> {
  const seal = new AuditSeal(keyPepper);
  const all = await dataSource.getRepository(Enterprise).find({ order: { id: 'ASC' } });
  const unknown = named.find((id) => !all.some((enterprise) => enterprise.id === id));
  if (unknown !== undefined) throw new Error(`There is no enterprise ${unknown}`);
  let areIntact = true;
  for (const { key, id } of all.filter((enterprise) => named.length === 0 || named.includes(enterprise.id))) {
    const verdict = await dataSource.transaction((manager) => verifyTrail(manager, seal, key));
    console.log(describe(id, verdict));
    areIntact &&= verdict.flaws.length === 0;
  }
  return areIntact;
}

function describe(id: string, { events, lastSequence, lastHash, flaws }: TrailVerdict): string {
  const state = flaws.length === 0 ? 'intact' : 'NOT INTACT';
  const end = lastSequence === 0 ? '' : `, the last is ${lastSequence} ${lastHash}`;
  const lines = flaws.map(({ sequence, flaw }) => `  event ${sequence}: ${flaw.replace('_', ' ')}`);
  return [`${id}: ${state}, ${events} events${end}`, ...lines].join('\n');
}
