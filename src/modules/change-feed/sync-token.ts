import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { sealingsFor, type Sealing } from '../../auth/crypto.js';
import type { ChangeKind } from '../../database/change-log.js';
import { invalidSyncToken, otherDataHidden } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';

export interface SyncPosition {
  /** 0 before the first change. */
  readonly changeNumber: number;
  /** Random number of the change. A restored database reuses change numbers, but not nonces. */
  readonly nonce: number;
  /** The client has `passed` records of line `part`. Without it, the client has the whole change. */
  readonly inside?: { readonly part: number; readonly passed: number };
  /** Key of the last row, while the client reads the table itself. */
  readonly row?: readonly number[];
}

const MAX_CHARACTERS = 200;
const IN_LINE = 'l';
const IN_TABLE = 't';
const SEPARATOR = ';';
/** Other kinds look the same to all keys. */
const MASKED_KINDS: readonly ChangeKind[] = ['devices', 'locations'];

type Owner = Pick<CallerEnterprise, 'id' | 'hiddenData'>;

/**
 * Signs tokens, which are valid for one enterprise and one kind of record. Tokens of devices and locations name the data
 * that was hidden, because a copy must not mix responses with different hidden data.
 */
@Injectable()
export class SyncTokens {
  private readonly sealings: readonly [Sealing, ...Sealing[]];

  constructor(@Inject(CONFIG) config: Config) {
    this.sealings = sealingsFor(config, 'sync token');
  }

  write(owner: Owner, kind: ChangeKind, { changeNumber, nonce, inside, row }: SyncPosition): string {
    const parts = [changeNumber, nonce, ...(inside ? [inside.part, inside.passed] : (row ?? []))];
    const form = inside ? IN_LINE : row ? IN_TABLE : '';
    const position = [form, ...parts.map((part) => part.toString(36))].join(' ');
    const hidden = hiddenIn(owner, kind);
    const text = hidden === '' ? position : `${position}${SEPARATOR}${hidden}`;
    return tokenOf(text, this.sealings[0].seal(sealed(owner, kind, text)));
  }

  /** Throws `sync_token_expired` if something else was hidden from the key that got the token. */
  read(owner: Owner, kind: ChangeKind, token: string): SyncPosition {
    const [body = '', seal = ''] = token.length > MAX_CHARACTERS ? [] : token.split('.', 2);
    const text = Buffer.from(body, 'base64url').toString();
    const content = sealed(owner, kind, text);
    const isSealed = this.sealings.some((sealing) => sealing.isSealOf(content, seal));
    if (!isSealed || token !== tokenOf(text, seal)) throw invalidSyncToken();
    const [position = '', hidden = ''] = text.split(SEPARATOR);
    if (hidden !== hiddenIn(owner, kind)) throw otherDataHidden();
    const [form, ...parts] = position.split(' ');
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

const hiddenIn = ({ hiddenData }: Owner, kind: ChangeKind): string =>
  MASKED_KINDS.includes(kind) ? hiddenData.map((value) => value[0]).join('') : '';

/** Signs another member if the text names hidden data. Version 1.2.0 then rejects the token instead of ignoring the names. */
const sealed = ({ id }: Owner, kind: ChangeKind, text: string): string =>
  JSON.stringify([id, kind, text, ...(text.includes(SEPARATOR) ? ['hidden'] : [])]);

const tokenOf = (text: string, seal: string): string => `${Buffer.from(text).toString('base64url')}.${seal}`;
