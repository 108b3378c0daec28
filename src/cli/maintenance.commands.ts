import { createHash, type Hash } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import type { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { EnterprisesService } from '../modules/enterprises/enterprises.service.js';
import { SERVICE_AUDIT } from '../modules/audit/audit.service.js';
import { lineOf } from '../modules/erasure/erasure-log.js';
import { ErasureService } from '../modules/erasure/erasure.service.js';
import type { TrailVerificationDto } from '../modules/audit/audit-verification.dto.js';
import { AuditVerifier } from '../modules/audit/audit-verifier.js';
import { NOT_WHOLE, OK, type Commands } from './command.js';
import { withSettings } from './context.js';

/** So many flaws of a trail are told. */
const MOST_FLAWS = 100;

export const COMMANDS: Commands = {
  audit: {
    usage: '  audit                   prints what was erased, a line each, as "erase --again" takes it',
    run: (env) =>
      withSettings(env, async (services) => {
        for (const erased of await services.get(ErasureService).list()) console.log(lineOf(erased));
        return OK;
      }),
  },
  'audit verify': {
    usage: `  audit verify [ENTERPRISE...]
                          looks for removed and altered events in the audit logs (exit status 2 if it finds any) and prints
                          the last hash of each and a digest over all; keep these elsewhere, to show later that no log
                          was shortened or removed; with MySQL set KEY_PEPPER`,
    takesWords: true,
    run: (env, named) => withSettings(env, (services) => verifyTrails(services, named)),
  },
};

/** Checks the trails of the enterprises named, or of all. */
async function verifyTrails(services: INestApplicationContext, named: readonly string[]): Promise<number> {
  const all = await services.get(EnterprisesService).list();
  const unknown = named.find((id) => !all.some((enterprise) => enterprise.id === id));
  if (unknown !== undefined) throw new Error(`There is no enterprise ${unknown}`);
  const verifier = services.get(AuditVerifier);
  const digest = createHash('sha256');
  let isWhole = true;
  for (const enterprise of all.filter(({ id }) => named.length === 0 || named.includes(id)))
    isWhole = (await isIntact(verifier, enterprise, digest)) && isWhole;
  if (named.length === 0) {
    isWhole = (await isServiceIntact(verifier, digest)) && isWhole;
    console.log(`Digest of all audit logs: ${digest.digest('hex')}`);
  }
  return isWhole ? OK : NOT_WHOLE;
}

/** Most services have erased no enterprise: then there is no trail to speak of. */
async function isServiceIntact(verifier: AuditVerifier, digest: Hash): Promise<boolean> {
  const { total, intact } = await verifier.verify(SERVICE_AUDIT, 0);
  return (
    (total === 0 && intact) || isIntact(verifier, { key: SERVICE_AUDIT, id: 'the service itself' }, digest)
  );
}

/** Checks a trail piece by piece, says how far it is wherever there is more than one, and what it found. */
async function isIntact(
  verifier: AuditVerifier,
  { key, id }: Pick<Enterprise, 'key' | 'id'>,
  digest: Hash,
): Promise<boolean> {
  const flaws: TrailVerificationDto['flaws'] = [];
  let events = 0;
  for (let after = 0; ;) {
    const piece = await verifier.verify(key, after);
    events += piece.events;
    flaws.push(...piece.flaws.slice(0, MOST_FLAWS - flaws.length));
    after = piece.last_sequence;
    if (piece.next === null) {
      digest.update(`${id} ${after} ${piece.last_hash}\n`);
      const end = after === 0 ? '' : `, the last is ${after} ${piece.last_hash}`;
      const state = flaws.length === 0 ? 'intact' : 'NOT INTACT';
      console.log(`${id}: ${state}, ${events} events${end}`);
      for (const { sequence, flaw } of flaws) console.log(`  event ${sequence}: ${flaw.replace('_', ' ')}`);
      return flaws.length === 0;
    }
    console.error(`${id}: ${events} of ${piece.total} events checked`);
  }
}
