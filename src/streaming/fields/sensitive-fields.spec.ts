import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MASKS, SENSITIVE_MEMBERS } from './masks.js';
import { fieldsOf, type Field } from './fields.js';

/** Names that suggest a credential, an identifier of a device or its user, or a part of a location. */
const SUSPICIOUS =
  /token|secret|passw|credential|private|api_?key(?!_id)|imei|imsi|meid|iccid|eid$|serial|mac_?addr|msisdn|phone|e_?mail|^lat|^lng|^lon|latitude|longitude|altitude|accuracy|coordinate/i;

const MODULES = join(__dirname, '../../modules');

type Class = new () => object;

/** The classes of all DTO files with fields, and the classes inside them. */
function classesWithFields(): Map<string, readonly Field[]> {
  const files = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.dto.js'),
  );
  const found = new Map<string, readonly Field[]>();
  const add = (type: Class): void => {
    const fields = fieldsOf(type);
    if (fields.length === 0 || found.has(type.name)) return;
    found.set(type.name, fields);
    for (const { type: inner } of fields) if (inner) add(inner());
  };
  for (const file of files) {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- reads every DTO file, also a new one
    const exported = require(join(MODULES, file)) as Record<string, unknown>;
    for (const one of Object.values(exported))
      if (typeof one === 'function' && typeof one.prototype === 'object') add(one as Class);
  }
  return found;
}

const classes = classesWithFields();
const fields = [...classes].flatMap(([owner, own]) => own.map((field) => ({ owner, ...field })));

describe('Fields of responses', () => {
  it('say where they are declared that they are sensitive, if their name suggests it', () => {
    const unmarked = fields.filter(({ name, sensitive }) => SUSPICIOUS.test(name) && !sensitive);
    expect(unmarked.map(({ owner, name }) => `${owner}.${name}`)).toEqual([]);
    expect(classes.size).toBeGreaterThan(20);
  });

  it('have a name that suggests it, if they are sensitive', () => {
    const marked = fields.filter(({ sensitive }) => sensitive);
    expect(marked.filter(({ name }) => !SUSPICIOUS.test(name))).toEqual([]);
    expect(marked.length).toBeGreaterThan(20);
  });

  it('of stored objects are masked by their name', () => {
    const inside = fields.flatMap((field) => (field.type ? membersOf(field.type()) : []));
    for (const { name, sensitive } of inside.filter((member) => member.sensitive)) {
      const { hiddenBy } = MASKS[sensitive!];
      expect([name, SENSITIVE_MEMBERS[hiddenBy][name]]).toEqual([name, sensitive]);
    }
    expect(inside.length).toBeGreaterThan(50);
  });
});

function membersOf(type: Class): Field[] {
  return fieldsOf(type).flatMap((field) => (field.type ? membersOf(field.type()) : [field]));
}
