import { openSeal, WrongPepper } from '../../src/modules/audit/audit-chain.js';
import { PepperSecrets } from '../../src/auth/crypto.js';
import { anEnterprise } from '../kit/app/builders.js';
import { appWith } from '../kit/app/app-with.js';
import { KEY_PEPPER } from '../kit/app/create-test-app.js';

const OTHER = 'another-key-pepper-0123456789abcdefgh';
const ENTERPRISES = ['one', 'two', 'three'];

const app = appWith({ enterprises: ENTERPRISES.map((id) => anEnterprise({ id })) });

/** A database as an older version left it, without a record of its pepper. */
beforeEach(async () => {
  for (const table of ['pepper_record', 'audit_events', 'audit_heads'])
    await app.dataSource.query(`DELETE FROM ${table}`);
});

const makeTrails = async () => {
  for (const id of ENTERPRISES) await app.createKey(id);
};
const record = async () => {
  const rows = await app.dataSource.query<{ check_value: string }[]>('SELECT * FROM pepper_record');
  return rows.map(({ check_value }) => check_value);
};
const checkValue = (pepper: string) => new PepperSecrets(pepper).checkValue;

it('A database without a trail takes the pepper that it is given first', async () => {
  await openSeal(app.dataSource, [OTHER]);
  expect(await record()).toEqual([checkValue(OTHER)]);
  await expect(openSeal(app.dataSource, [KEY_PEPPER])).rejects.toThrow(WrongPepper);
  expect(await record()).toEqual([checkValue(OTHER)]);
});

it('A database whose trails another pepper has sealed does not take a wrong one', async () => {
  await makeTrails();
  await expect(openSeal(app.dataSource, [OTHER])).rejects.toThrow(WrongPepper);
  expect(await record()).toEqual([]);
  await openSeal(app.dataSource, [KEY_PEPPER]);
  expect(await record()).toEqual([checkValue(KEY_PEPPER)]);
});

it('A database that somebody meddled with a little still takes the right one', async () => {
  await makeTrails();
  await app.dataSource.query("UPDATE audit_heads SET seal = 'x' WHERE enterprise_key = 1");
  await app.dataSource.query("UPDATE audit_events SET actor = 'x' WHERE enterprise_key = 2");
  await expect(openSeal(app.dataSource, [OTHER])).rejects.toThrow(WrongPepper);
  await openSeal(app.dataSource, [KEY_PEPPER]);
});

it('A database may change its pepper at the very time at which it gets its record', async () => {
  await makeTrails();
  await openSeal(app.dataSource, [OTHER, KEY_PEPPER]);
  expect(await record()).toEqual([checkValue(OTHER)]);
  const seal = await openSeal(app.dataSource, [OTHER]);
  expect(seal).toEqual(await openSeal(app.dataSource, [OTHER, KEY_PEPPER]));
});

it('However many open an empty database at once, one pepper is written', async () => {
  const peppers = [KEY_PEPPER, OTHER, KEY_PEPPER, OTHER, KEY_PEPPER, OTHER];
  const opened = await Promise.allSettled(peppers.map((pepper) => openSeal(app.dataSource, [pepper])));
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await record()).toHaveLength(1);
});

it('Earlier seals that were meddled with make the trail look altered, and stop nobody', async () => {
  await makeTrails();
  await openSeal(app.dataSource, [OTHER, KEY_PEPPER]);
  await app.dataSource.query("UPDATE pepper_record SET earlier_seals = 'AAAA'");
  expect(await openSeal(app.dataSource, [OTHER])).toMatchObject({ keys: [new PepperSecrets(OTHER).sealKey] });
});
