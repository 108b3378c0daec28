import type { Row } from '../../database/rows/reader.js';
import { invalidParameter } from '../../http/api-error.js';
import { listed } from '../../http/validators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { DELETED, fieldsOf, isIdentifying, type Field } from './fields.js';
import { quote, type ByteBuffer } from './byte-buffer.js';

export interface RowContext {
  readonly time: ZonedTime;
  readonly enterpriseId: string;
  readonly deviceId: string;
  readonly enterpriseJson: Uint8Array;
  readonly deviceJson: Uint8Array;
}

export function rowContext(enterprise: { id: string; timeZone: string }, deviceId = ''): RowContext {
  return {
    time: ZonedTime.of(enterprise.timeZone),
    enterpriseId: enterprise.id,
    deviceId,
    enterpriseJson: Buffer.from(quote(enterprise.id)),
    deviceJson: Buffer.from(quote(deviceId)),
  };
}

export type WriteJson = (row: Row, json: ByteBuffer, context: RowContext) => void;

export interface SelectedField extends Field {
  readonly writeJson?: WriteJson;
  /** Replaces the columns in the select list. `alias` is the table of the rows. */
  readonly expression?: (alias: string) => string;
  readonly deletedExpression?: (alias: string) => string;
}

const ENTERPRISE_ID_COLUMN = {
  kind: 'text',
  columns: ['enterprise_id'],
  expression: (alias: string) =>
    `(SELECT owning.id FROM enterprises owning WHERE owning.\`key\` = ${alias}.enterprise_key)`,
} as const;

const DELETED_COLUMN = { expression: () => '0' };

export class FieldSelection {
  private readonly selectLists = new Map<string, string>();

  private constructor(
    private readonly known: readonly SelectedField[],
    readonly fields: readonly SelectedField[],
    private readonly always: (field: SelectedField) => boolean = () => false,
  ) {}

  /** Selects all fields without `onRequest`. `special` overrides properties by field name. */
  static of(
    type: new () => object,
    special: Readonly<Record<string, Partial<SelectedField>>> = {},
  ): FieldSelection {
    const known = fieldsOf(type).map((field) => ({ ...field, ...special[field.name] }));
    return new FieldSelection(
      known,
      known.filter(({ onRequest }) => !onRequest),
    );
  }

  /** Selects the fields of a class of `ChangeOf`. Identifying fields and `deleted` are always selected. */
  static ofChanges(
    type: new () => object,
    special: Readonly<Record<string, Partial<SelectedField>>> = {},
  ): FieldSelection {
    const known = fieldsOf(type).map((field) => ({
      ...field,
      ...(field.kind === 'enterprise' && ENTERPRISE_ID_COLUMN),
      ...(field.name === DELETED && DELETED_COLUMN),
      ...special[field.name],
    }));
    return new FieldSelection(
      known,
      known.filter(({ onRequest }) => !onRequest),
      (field) => field.name === DELETED || isIdentifying(field),
    );
  }

  get columns(): readonly string[] {
    return this.fields.flatMap(({ columns }) => columns);
  }

  pick(names: readonly string[] | undefined): FieldSelection {
    if (names === undefined) return this;
    const others = new Set(this.known.map(({ name }) => name));
    const wrong = names.filter((name) => !others.delete(name));
    if (wrong.length > 0) {
      const allowed = this.known.map(({ name }) => name).join(', ');
      throw invalidParameter('fields', `must be some of these, each once: ${allowed}; not ${listed(wrong)}`);
    }
    const fields = this.known.filter((field) => !others.has(field.name) || this.always(field));
    return new FieldSelection(this.known, fields, this.always);
  }

  select(alias: string): string {
    const known = this.selectLists.get(alias);
    if (known !== undefined) return known;
    // a selection may need no columns
    const list = this.fields.flatMap((field) => columnsOf(field, alias)).join(', ') || '1';
    this.selectLists.set(alias, list);
    return list;
  }

  selectDeleted(alias: string): string {
    const columns = this.fields.flatMap((field) => {
      if (field.name === DELETED) return ['1'];
      if (!isIdentifying(field)) return columnsOf(field, alias).map(() => 'NULL');
      return field.deletedExpression ? [field.deletedExpression(alias)] : columnsOf(field, alias);
    });
    return columns.join(', ');
  }
}

const columnsOf = ({ expression, columns }: SelectedField, alias: string): string[] =>
  expression ? [expression(alias)] : columns.map((column) => `${alias}.${column}`);
