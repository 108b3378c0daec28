import { aDevice, anEnterprise } from '../../kit/app/builders.js';
import { createTestApp, type TestApp } from '../../kit/app/create-test-app.js';
import { InternalClient } from '../../kit/http/internal-client.js';

// docs/contract.md, 2.7

const BERLIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0[12]:00$/;

let app: TestApp;
let admin: InternalClient;
let enterprises = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const id = `enterprise-${++enterprises}`;
  await app.load({ enterprises: [anEnterprise({ id })], devices: [aDevice({ enterprise_id: id })] });
  admin = new InternalClient(app.admin(id));
});

/** What the customer API answers to the key. */
async function statusWith(key: string): Promise<number> {
  const client = admin.client.with({ authorization: `Bearer ${key}` });
  return (await client.get('/api/v1/device/')).status;
}

describe('"Last use is kept per key, written in batches"', () => {
  it('shows when the key was last used, in the time zone of the enterprise', async () => {
    const { key, ...entry } = await admin.create('Used', ['device:GetList']);
    const before = Date.now();
    expect(await statusWith(key)).toBe(200);
    const [listed] = await admin.list();
    expect(listed!.last_used_at).toMatch(BERLIN);
    expect(Date.parse(listed!.last_used_at!)).toBeGreaterThanOrEqual(before);
    expect(listed).toEqual({ ...entry, last_used_at: listed!.last_used_at });
  });

  it('counts a request that the scope or the enterprise kept out as a use', async () => {
    const { key } = await admin.create('Narrow', ['device:GetDetail']);
    expect(await statusWith(key)).toBe(403);
    expect((await admin.list())[0]!.last_used_at).not.toBeNull();
  });

  it('is written for every key, whatever a proxy says of the address of one', async () => {
    const { key } = await admin.create('Strange', ['device:GetList']);
    const { key: other } = await admin.create('Usual', ['device:GetList']);
    const strange = admin.client.with({ authorization: `Bearer ${key}`, 'x-forwarded-for': 'q'.repeat(300) });
    expect((await strange.get('/api/v1/device/')).status).toBe(200);
    expect(await statusWith(other)).toBe(200);
    const used = (await admin.list()).map(({ last_used_at }) => last_used_at);
    expect(used).toEqual([expect.stringMatching(BERLIN), expect.stringMatching(BERLIN)]);
  });

  it('says nothing of the old key about the one that replaced it', async () => {
    const { id, key } = await admin.create('Rotated', ['device:GetList']);
    await statusWith(key);
    await admin.regenerate(id);
    expect((await admin.list())[0]!.last_used_at).toBeNull();
  });
});
