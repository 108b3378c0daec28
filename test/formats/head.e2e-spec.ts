import type { Query } from '../../src/database/rows/reader.js';
import { aFullFleet, appWith, customerOf } from '../kit/app/app-with.js';
import { aLocation, DEVICE_ID } from '../kit/app/builders.js';
import { noteReads } from '../kit/database/reads.js';
import type { Received } from '../kit/http/http.js';
import { formatsOf, isFleet } from '../kit/specification/form-formats.js';
import { addressOf, bothAddresses, FLEET_FORMS, PATH_FORMS } from '../kit/specification/specification.js';

// docs/contract.md, 2.11: "HEAD has the headers of GET except those that only the body tells", without reading the rows

/** Those that only the body tells, and those of the message itself. */
const OTHERWISE = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'date',
  'x-request-id',
]);
/** More than are sent in one piece. */
const RECORDS = 600;

const app = appWith(aFullFleet({ locations: Array.from({ length: RECORDS }, () => aLocation()) }));
const client = customerOf(app);
let reads: Query[];
beforeAll(() => (reads = noteReads(app)));
beforeEach(() => reads.splice(0));

const headersOf = ({ headers }: Received): [string, unknown][] =>
  Object.entries(headers)
    .filter(([name]) => !OTHERWISE.has(name))
    .sort();

describe.each(PATH_FORMS)('HEAD of $path', (form) => {
  const address = addressOf(form, DEVICE_ID);
  const more = address.includes('?') ? '&' : '?';

  /** Asks in both ways; gives the answer to HEAD. */
  async function compared(path: string, by = client): Promise<Received> {
    const packed = by.with({ 'accept-encoding': 'br' });
    const [get, head] = [await packed.get(path), await packed.head(path)];
    expect({ path, status: head.status, body: head.body }).toEqual({ path, status: get.status, body: '' });
    expect(headersOf(head)).toEqual(headersOf(get));
    return head;
  }

  it.each(formatsOf(form))(
    'has the headers of GET, with a slash at the end or without: %s',
    async (format) => {
      for (const path of bothAddresses(form, DEVICE_ID)) {
        const { status, headers } = await compared(`${path}${more}format=${format}`);
        expect(status).toBe(200);
        expect(headers).not.toHaveProperty('content-length');
      }
    },
  );

  it('fails as GET does', async () => {
    const failing = [`${address}${more}format=xml`, `${address}${more}fields=nonsense`];
    if (form.path.includes(':id')) failing.push(addressOf(form, 'nobody'));
    if (form.query) failing.push(address.split('?', 1)[0]!);
    for (const path of failing) expect((await compared(path)).status).toBeGreaterThanOrEqual(400);
    expect((await compared(address, client.with({ authorization: undefined }))).status).toBe(401);
  });

  it('reads no rows', async () => {
    await client.head(address);
    const statements = reads.map(({ sql }) => sql);
    // where the kind stands is in the headers
    if (isFleet(form)) expect(statements).toEqual([expect.stringContaining(' changes ')]);
    else {
      // whether there is such a device has to be asked
      expect(statements).toHaveLength(1);
      expect(statements[0]).not.toMatch(/data_usage|screen_time|applications|locations/);
    }
  });
});

it.each(FLEET_FORMS)('GET of $path reads what HEAD does not', async (form) => {
  await client.get(addressOf(form, DEVICE_ID));
  expect(reads.some(({ sql }) => /data_usage|screen_time|applications/.test(sql))).toBe(true);
});
