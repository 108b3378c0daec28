import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { sealingsFor, type Sealing } from '../../auth/crypto.js';
import type { ChangeKind } from '../../database/change-log.js';
import { invalidSyncToken } from '../../http/api-error.js';

export interface SyncPosition {
  /** 0 before the first change. */
  readonly changeNumber: number;
  /** Random number of the change. A restored database reuses change numbers, but not nonces. */
  readonly nonce: number;
  readonly inside?: { readonly part: number; readonly passed: number };
  /** Key of the last row, while the client reads the table itself. */
  readonly row?: readonly number[];
}

const MAX_CHARACTERS = 200;
const [IN_LINE, IN_TABLE] = ['l', 't'];

/** Signs tokens, which are valid for one enterprise and one kind of record. */
@Injectable()
export class SyncTokens {
  private readonly sealings: readonly [Sealing, ...Sealing[]];

  constructor(@Inject(CONFIG) config: Config) {
    this.sealings = sealingsFor(config, 'sync token');
  }

  write(enterpriseId: string, kind: ChangeKind, { changeNumber, nonce, inside, row }: SyncPosition): string {
    const parts = [changeNumber, nonce, ...(inside ? [inside.part, inside.passed] : (row ?? []))];
    const form = inside ? IN_LINE : row ? IN_TABLE : '';
    const text = [form, ...parts.map((part) => part.toString(36))].join(' ');
    return tokenOf(text, this.sealings[0].seal(sealed(enterpriseId, kind, text)));
  }

  read(enterpriseId: string, kind: ChangeKind, token: string): SyncPosition {
    const [body = '', seal = ''] = token.length > MAX_CHARACTERS ? [] : token.split('.', 2);
    const text = Buffer.from(body, 'base64url').toString();
    const content = sealed(enterpriseId, kind, text);
    const isSealed = this.sealings.some((sealing) => sealing.isSealOf(content, seal));
    if (!isSealed || token !== tokenOf(text, seal)) throw invalidSyncToken();
    const [form, ...parts] = text.split(' ');
    const [changeNumber = 0, nonce = 0, ...row] = parts.map((part) => parseInt(part, 36));
    const [part = 0, passed = 0] = row;
    return {
      changeNumber,
      nonce,
      ...(form === IN_TABLE && { row }),
      ...(form === IN_LINE && { inside: { part, passed } }),
    };
  }
}

const sealed = (enterpriseId: string, kind: ChangeKind, text: string): string =>
  JSON.stringify([enterpriseId, kind, text]);

const tokenOf = (text: string, seal: string): string => `${Buffer.from(text).toString('base64url')}.${seal}`;
