import { Enterprise } from '../../src/modules/enterprises/enterprise.entity.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { exportFolder } from '../kit/formats/export-folder.js';
import { ImportDatabase } from './import-database.js';

// docs/contract.md, 2.1

const stored = new ImportDatabase();

const add = (id: string, name: string, zone: string) =>
  stored.cli(['enterprise', 'add', '--id', id, '--name', name, '--time-zone', zone]);

describe('The command enterprise', () => {
  it('adds an enterprise, to which an import can add devices', async () => {
    const added = await add(ENTERPRISE_ID, 'Acme Logistics', 'europe/rome');
    expect(added).toMatchObject({ status: 0, stdout: `Enterprise ${ENTERPRISE_ID} added\n` });
    expect(await stored.findOne(Enterprise, { id: ENTERPRISE_ID })).toMatchObject({
      name: 'Acme Logistics',
      timeZone: 'Europe/Rome',
      retentionDays: null,
    });
    expect((await stored.cli(['import', await exportFolder({ devices: [aDevice()] })])).status).toBe(0);
  });

  it('lists enterprises by identifier, and escapes control characters of names', async () => {
    await stored.load({
      enterprises: [
        anEnterprise({ id: 'b', name: '\u001b[2J\tB\n' }),
        anEnterprise({ id: 'a', name: 'A & Co' }),
      ],
    });
    const { status, stdout } = await stored.cli(['enterprise', 'list']);
    expect(status).toBe(0);
    expect(stdout).toBe('a\tA & Co\tEurope/Berlin\nb\t\\u001b[2J\\u0009B\\u000a\tEurope/Berlin\n');
  });

  it('adds an enterprise once when two commands add it at the same time', async () => {
    await stored.load({ enterprises: [anEnterprise({ id: 'other' })] });
    const names = ['First', 'Second'];
    const outcomes = await Promise.all(names.map((name) => add(ENTERPRISE_ID, name, 'UTC')));
    const winner = outcomes.findIndex(({ status }) => status === 0);
    expect(outcomes[1 - winner]).toMatchObject({ status: 1, stdout: '' });
    expect(outcomes[1 - winner]?.stderr).toMatch(/^Enterprise acme already exists$/m);
    expect(await stored.findOne(Enterprise, { id: ENTERPRISE_ID })).toMatchObject({ name: names[winner] });
  });

  it.each([
    ['an identifier that exists', ENTERPRISE_ID, 'Other', 'UTC', /^Enterprise acme already exists$/m],
    ['a wrong zone', 'b', 'B', 'Berlin', /^--time-zone: must be an IANA time zone such as Europe\/Berlin$/m],
    ['an empty name', 'b', '', 'UTC', /^enterprise add needs --name$/m],
  ])('refuses %s', async (_title, id, name, zone, message) => {
    await stored.load({ enterprises: [anEnterprise()] });
    const { status, stdout, stderr } = await add(id, name, zone);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(await stored.findAll(Enterprise)).toHaveLength(1);
    expect(await stored.findOne(Enterprise, { id: ENTERPRISE_ID })).toMatchObject({ name: 'Acme Logistics' });
  });
});
