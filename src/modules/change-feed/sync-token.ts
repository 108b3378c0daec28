import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { sealingsFor, type Sealing } from '../../auth/crypto.js';
import type { ChangeKind } from '../../database/change-log.js';
import { invalidSyncToken } from '../../http/api-error.js';

/** How far a reader has come. */
export interface Place {
  /** The last change that it has seen something of; 0 before the first. */
  readonly changeNumber: number;
  /** What the ledger says beside the number, so that another history under the same number is seen. */
  readonly bits: number;
  /** Where the line of the ledger was left, if in its middle. */
  readonly inside?: { readonly part: number; readonly passed: number };
  /** The key of the last row, where the table itself is being read; changes begin behind the number. */
  readonly row?: readonly number[];
}

export const BEGINNING = 'beginning';
const MOST_CHARACTERS = 200;
const [IN_LINE, IN_TABLE] = ['l', 't'];

/** Makes tokens out of places, each for one enterprise and one kind, and back. */
@Injectable()
export class SyncTokens {
  private readonly sealings: readonly [Sealing, ...Sealing[]];
  /** What places were read from, under the pepper of now: most who ask are told the same token again. */
  private readonly given = new WeakMap<Place, string>();

  constructor(@Inject(CONFIG) config: Config) {
    this.sealings = sealingsFor(config, 'sync token');
  }

  write(enterpriseId: string, kind: ChangeKind, place: Place): string {
    const given = this.given.get(place);
    if (given !== undefined) return given;
    const { changeNumber, bits, inside, row } = place;
    const parts = [changeNumber, bits, ...(inside ? [inside.part, inside.passed] : (row ?? []))];
    const form = inside ? IN_LINE : row ? IN_TABLE : '';
    const text = [form, ...parts.map((part) => part.toString(36))].join(' ');
    const seal = this.sealings[0].seal(sealed(enterpriseId, kind, text));
    return `${Buffer.from(text).toString('base64url')}.${seal}`;
  }

  read(enterpriseId: string, kind: ChangeKind, token: string): Place {
    const [body = '', seal = ''] = token.length > MOST_CHARACTERS ? [] : token.split('.', 2);
    const text = Buffer.from(body, 'base64url').toString();
    const content = sealed(enterpriseId, kind, text);
    const isCanonical = token === `${Buffer.from(text).toString('base64url')}.${seal}`;
    const sealing = this.sealings.findIndex((one) => one.isSealOf(content, seal));
    if (!isCanonical || sealing < 0) throw invalidSyncToken();
    const [form, ...parts] = text.split(' ');
    const [changeNumber = 0, bits = 0, ...row] = parts.map((part) => parseInt(part, 36));
    const [part = 0, passed = 0] = row;
    const place = {
      ...{ changeNumber, bits },
      ...(form === IN_TABLE && { row }),
      ...(form === IN_LINE && { inside: { part, passed } }),
    };
    if (sealing === 0) this.given.set(place, token);
    return place;
  }
}

const sealed = (enterpriseId: string, kind: ChangeKind, text: string): string =>
  JSON.stringify([enterpriseId, kind, text]);
