import { appWith, customerOf } from '../kit/app/app-with.js';
import { aDevice, aLocation, anEnterprise } from '../kit/app/builders.js';

// docs/contract.md, 1.3: "Bulk query parameters: startdate and enddate, both strings in format YYYY-MM-DD." 2.5: "Both are
// required on the bulk route and both inclusive ... Impossible dates, start after end, too long a range: 400."

const BULK = '/api/v1/device-location/bulk';

const app = appWith(
  {
    enterprises: [anEnterprise()],
    devices: [aDevice(), aDevice({ id: 'gone', status: 'DELETED' })],
    locations: [aLocation({ id: 1 }), aLocation({ id: 2, device_id: 'gone' })],
  },
  { LOCATION_BULK_MAX_DAYS: '31' },
);
const client = customerOf(app);

const wrong = async (query: string): Promise<string[]> => {
  const { errors } = await client.problem(`${BULK}${query}`, 400, 'invalid_parameter');
  return errors!.map(({ parameter }) => parameter);
};

describe('what is missing', () => {
  it.each([
    ['', ['startdate', 'enddate']],
    ['?', ['startdate', 'enddate']],
    ['?startdate=2026-03-29', ['enddate']],
    ['?enddate=2026-03-29', ['startdate']],
    ['?startdate=&enddate=', ['startdate', 'enddate']],
    ['?startDate=2026-03-29&enddate=2026-03-29', ['startDate', 'startdate']],
  ])('is named in the answer to %s', async (query, parameters) => {
    expect((await wrong(query)).sort()).toEqual([...parameters].sort());
  });
});

describe('a day', () => {
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '2026-3-29',
    '26-03-29',
    '20260329',
    '2026-03-29T00:00:00Z',
    '2026-03-29 ',
    ' 2026-03-29',
    '2026-W13-7',
    '2026-088',
    '29.03.2026',
    '+002026-03-29',
    'today',
    'null',
    '٢٠٢٦-٠٣-٢٩',
    '2026-03-29\n',
    "2026-03-29' OR '1'='1",
  ])('that is not one is refused: %j', async (day) => {
    const encoded = encodeURIComponent(day);
    expect(await wrong(`?startdate=${encoded}&enddate=2026-03-29`)).toEqual(['startdate']);
    expect(await wrong(`?startdate=2026-03-01&enddate=${encoded}`)).toEqual(['enddate']);
    expect(await wrong(`?startdate=${encoded}&enddate=${encoded}`)).toEqual(['startdate', 'enddate']);
  });

  it('may be escaped', async () => {
    expect(await client.list(`${BULK}?startdate=2026%2D03-29&%65nddate=2026-03-29`)).toHaveLength(2);
  });
});

describe('other parameters', () => {
  it.each([
    ['&page=2', 'page'],
    ['&limit=', 'limit'],
    ['&startdate[]=2026-03-29', 'startdate[]'],
    ['&constructor=1', 'constructor'],
    ['&toString', 'toString'],
    ['&hasOwnProperty=x', 'hasOwnProperty'],
  ])('are refused by name: %s', async (more, name) => {
    const parameters = await wrong(`?startdate=2026-03-29&enddate=2026-03-29${more}`);
    expect(parameters).toEqual([name]);
  });

  it.each([
    '?startdate=2026-03-29&startdate=2026-03-29&enddate=2026-03-29',
    '?startdate=2026-03-29&startdate=2026-03-30&enddate=2026-03-29',
  ])('a parameter that comes twice is refused: %s', async (query) => {
    expect(await wrong(query)).toEqual(['startdate']);
  });

  it.each(['?startdate[]=2026-03-29&enddate=2026-03-29', '?startdate[x]=2026-03-29&enddate=2026-03-29'])(
    'an array or an object is no day: %s',
    async (query) => {
      expect(await wrong(query)).toContain('startdate');
    },
  );
});

describe('the range', () => {
  it('may not end before it starts', async () => {
    expect(await wrong('?startdate=2026-03-30&enddate=2026-03-29')).toEqual(['startdate']);
  });

  it('may be as long as LOCATION_BULK_MAX_DAYS says, both days counted', async () => {
    expect(await client.list(`${BULK}?startdate=2026-03-01&enddate=2026-03-31`)).toHaveLength(2);
    expect(await wrong('?startdate=2026-03-01&enddate=2026-04-01')).toEqual(['enddate']);
    expect(await wrong('?startdate=0001-01-01&enddate=9999-12-31')).toEqual(['enddate']);
  });

  it.each(['0000-01-01', '0001-01-01', '9999-12-31'])('may lie at the end of time: %s', async (day) => {
    expect(await client.list(`${BULK}?startdate=${day}&enddate=${day}`)).toEqual([]);
  });
});

describe('the range by default', () => {
  const customer = customerOf(appWith({ enterprises: [anEnterprise()] }));

  it('is at most one whole year with a leap day', async () => {
    expect(await customer.list(`${BULK}?startdate=2028-01-01&enddate=2028-12-31`)).toEqual([]);
    const tooLong = `${BULK}?startdate=2028-01-01&enddate=2029-01-01`;
    await customer.problem(tooLong, 400, 'invalid_parameter');
  });
});
