import type { Row } from '../../database/rows/reader.js';
import { invalidParameter } from '../../http/api-error.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { fieldsOf, type Field } from './fields.js';
import { quote, type ByteBuffer } from './byte-buffer.js';

/** What an answer needs beside its rows. */
export interface RowContext {
  readonly time: ZonedTime;
  readonly enterpriseId: string;
  readonly deviceId: string;
  /** Both ids as JSON. */
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

/** Takes the columns of a field from a row and writes its value as JSON. */
export type WriteJson = (row: Row, json: ByteBuffer, context: RowContext) => void;

/** A field as one answer shows it. */
export interface SelectedField extends Field {
  /** How its JSON is made of its columns, where that does not follow from its kind. */
  readonly writeJson?: WriteJson;
  /** The column of the select list, where it is none of the table that `alias` stands for. */
  readonly expression?: (alias: string) => string;
  /** The same where the record is gone. */
  readonly goneExpression?: (alias: string) => string;
}

/** What tells an item from the others. */
const IDENTIFYING = ['id', 'ID', 'device_id'];
const isIdentifying = ({ name }: Field): boolean => IDENTIFYING.includes(name);

/** The last field of an item of a feed: true of a record that is gone. */
const DELETED: SelectedField = {
  name: 'deleted',
  kind: 'boolean',
  nullable: false,
  optional: false,
  columns: ['deleted'],
  expression: () => '0',
};

const enterpriseIdOf = (alias: string): string =>
  `(SELECT owning.id FROM enterprises owning WHERE owning.\`key\` = ${alias}.enterprise_key)`;

/** Which fields an answer shows, in their order, and the columns that they are made of. */
export class FieldSelection {
  private ofFeed: FieldSelection | undefined;
  private readonly selectLists = new Map<string, string>();

  private constructor(
    private readonly known: readonly SelectedField[],
    readonly fields: readonly SelectedField[],
    /** What is shown whatever a caller names. */
    private readonly always: (field: SelectedField) => boolean = () => false,
  ) {}

  /** All fields of a DTO class but those that are shown on request alone. */
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

  /** The columns to select, in the order in which they are taken from a row. */
  get columns(): readonly string[] {
    return this.fields.flatMap(({ columns }) => columns);
  }

  /** The fields that a caller names with commas between them, or all. */
  pick(names: string | undefined): FieldSelection {
    if (names === undefined) return this;
    const wanted = new Set(names.split(','));
    if (this.known.filter(({ name }) => wanted.has(name)).length !== names.split(',').length) {
      const allowed = this.known.map(({ name }) => name).join(', ');
      const detail = `should be names out of these, each once, with commas between: ${allowed}`;
      throw invalidParameter('fields', detail);
    }
    const fields = this.known.filter((field) => wanted.has(field.name) || this.always(field));
    return new FieldSelection(this.known, fields, this.always);
  }

  /** The same in a feed: `deleted` behind all, and every field without a value where the record is gone. */
  withDeletedFlag(): FieldSelection {
    if (this.ofFeed) return this.ofFeed;
    const known = [...this.known.map(inFeed), DELETED];
    const shown = new Set(this.fields.map(({ name }) => name).concat(DELETED.name));
    const always = (field: SelectedField): boolean =>
      field === DELETED || (isIdentifying(field) && shown.has(field.name));
    this.ofFeed = new FieldSelection(
      known,
      known.filter(({ name }) => shown.has(name)),
      always,
    );
    return this.ofFeed;
  }

  /** The select list, each column under the alias of its table. */
  select(alias: string): string {
    const known = this.selectLists.get(alias);
    if (known !== undefined) return known;
    const list = this.fields.flatMap((field) => columnsOf(field, alias)).join(', ') || '1'; // a field may need no column at all
    this.selectLists.set(alias, list);
    return list;
  }

  /** The select list of a feed for records that are gone. */
  selectGone(alias: string): string {
    const gone = this.fields.flatMap((field) => {
      if (field.name === DELETED.name) return ['1'];
      const { expression, goneExpression = expression, columns } = field;
      return isIdentifying(field)
        ? columnsOf({ columns, ...(goneExpression && { expression: goneExpression }) }, alias)
        : columnsOf(field, alias).map(() => 'NULL');
    });
    return gone.join(', ');
  }
}

const columnsOf = (
  { expression, columns }: Pick<SelectedField, 'expression' | 'columns'>,
  alias: string,
): string[] => (expression ? [expression(alias)] : columns.map((column) => `${alias}.${column}`));

/** The enterprise is a column as well: of what is gone it is not said. */
const inFeed = (field: SelectedField): SelectedField => ({
  ...field,
  nullable: true,
  ...(field.kind === 'enterprise' && {
    kind: 'text' as const,
    columns: ['enterprise_id'],
    expression: enterpriseIdOf,
  }),
});
