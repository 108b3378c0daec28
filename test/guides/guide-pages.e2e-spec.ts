import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Route } from '@playwright/test';
import { appWith } from '../kit/app/app-with.js';
import { browserPath, collectErrors, sharedBrowser } from '../kit/browser/browser.js';
import { violationsInBothThemes } from '../kit/browser/page-check.js';
import { engine } from '../kit/database/engines.js';
import { documentsOf } from '../kit/specification/openapi.js';
import { GUIDES } from './guides.js';

const DOCS = join(__dirname, '../../../docs');
const SECTIONS = ['guides', 'reference', 'errors'];
/** Every file of the three folders. */
const PATHS = SECTIONS.flatMap((section) =>
  readdirSync(join(DOCS, section)).map((file) =>
    `/docs/${section}/${file}`.replace(/(?:\/README)?\.md$/, ''),
  ),
);
const GUIDE_PATHS = GUIDES.filter((name) => name !== 'README').map((name) => `/docs/guides/${name}`);
const PUBLIC_URL = 'https://portal.example.org/devices';
const NARROW = { width: 360, height: 720 };
/** More than the height of one line of code, and less than that of two. */
const ONE_LINE = 30;
const OF_BROWSERS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const MARKDOWN = 'text/markdown; charset=utf-8';

const app = appWith({}, { BASE_PATH: '/devices', PUBLIC_URL });

async function page(path: string): Promise<string> {
  const { status, headers, body } = await app.anonymous.get(path);
  expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
  return body;
}

async function markdown(path: string): Promise<string> {
  const { status, headers, body } = await app.anonymous.get(path);
  expect([path, status, headers['content-type']]).toEqual([path, 200, MARKDOWN]);
  return body;
}

const targetsOf = (html: string): string[] =>
  Array.from(html.matchAll(/href="(.*?)"/g), ([, href = '']) => href);

it.each(PATHS)('%s is a public page with one script and without content of other sites', async (path) => {
  const { headers } = await app.anonymous.get(`/devices${path}`);
  const body = await page(`/devices${path}`);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(body.match(/<script.*?>/g)).toEqual(['<script type="module" src="/devices/docs/guide.js">']);
  expect(body).not.toMatch(/<style|\son\w+=|style=/);
  expect(body).toMatch(/<h1>/);
  expect(body).not.toMatch(/\bcontract\b/); // the service does not serve it
});

it('every page links only to pages and headings that exist, and to Swagger UI', async () => {
  const anchors = new Map<string, Set<string>>();
  const links: [from: string, to: string, anchor: string | undefined][] = [];
  for (const path of PATHS.map((each) => `/devices${each}`)) {
    const html = await page(path);
    anchors.set(path, new Set(Array.from(html.matchAll(/ id="(.*?)"/g), ([, id = '']) => id)));
    const targets = targetsOf(html).filter((target) => target.startsWith('/'));
    expect(targets).toContain('/devices/docs');
    for (const target of targets) {
      const [to = '', anchor] = target.split('#');
      links.push([path, to, anchor]);
    }
  }
  const others = new Set(links.map(([, to]) => to).filter((to) => !anchors.has(to)));
  for (const to of others) expect([to, (await app.anonymous.get(to)).status]).toEqual([to, 200]);
  const broken = links.filter(([, to, anchor]) => anchor !== undefined && !anchors.get(to)?.has(anchor));
  expect(broken).toEqual([]);
});

it('every guide links to all guides', async () => {
  for (const path of GUIDE_PATHS) {
    const targets = targetsOf(await page(`/devices${path}`));
    expect(targets).toEqual(expect.arrayContaining(GUIDE_PATHS.map((guide) => `/devices${guide}`)));
  }
});

it('every page is available as Markdown, whose links lead to Markdown', async () => {
  for (const path of PATHS) {
    const text = await markdown(`/devices${path}.md`);
    expect(text).toMatch(/^# /);
    const prose = text.replaceAll(/^```.*?^```$/gms, '');
    for (const [, target = ''] of prose.matchAll(/\]\((.*?)\)/g)) {
      expect(target).toMatch(/^https:/);
      const ownPath = target.replace(/#.*/, '').replace(PUBLIC_URL, '/devices');
      if (/^\/devices\/docs\/(guides|reference|errors)/.test(ownPath)) await markdown(ownPath);
      else expect([ownPath, (await app.anonymous.get(ownPath)).status]).toEqual([ownPath, 200]);
    }
  }
});

it('llms.txt links to the Markdown of every guide and reference page, and to the errors', async () => {
  const { status, headers, body } = await app.anonymous.get('/devices/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toMatch(/^# Customer Device API\n\n> /);
  const targets = Array.from(body.matchAll(/^- \[.*?\]\((.*?)\): ./gm), ([, target = '']) => target);
  const expected = PATHS.filter((path) => /\/(?:guides|reference)\/|\/errors$/.test(path));
  for (const path of expected) expect(targets).toContain(`${PUBLIC_URL}${path}.md`);
  for (const target of targets) {
    const path = target.replace(PUBLIC_URL, '/devices');
    expect([path, (await app.anonymous.get(path)).status]).toEqual([path, 200]);
  }
});

it('the examples name this service', async () => {
  const { body } = await app.anonymous.get('/devices/docs/guides/quick-start');
  expect(body).toContain(`export API_URL=${PUBLIC_URL}\n`);
});

it('the document links to each guide', () => {
  for (const path of GUIDE_PATHS) expect(documentsOf(app).customer.info.description).toContain(`(${path})`);
});

it('a page returns 304 when the ETag matches', async () => {
  for (const path of ['docs/guides', 'docs/errors/invalid_key.md', 'llms.txt']) {
    const { headers } = await app.anonymous.get(`/devices/${path}`);
    const again = await app.anonymous.get(`/devices/${path}`, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
  }
});

it('returns 404 for other names', async () => {
  for (const name of ['nothing', 'README', 'README.md', '.md', '..%2f..%2fREADME.md', '__proto__'])
    for (const section of SECTIONS)
      await app.anonymous.problem(`/devices/docs/${section}/${name}`, 404, 'not_found');
});

it('browsers get a page with 404 for an unknown page, programs the error', async () => {
  for (const path of ['/devices/docs/nope', '/devices/docs/guide/quick-start', '/devices/docs/guides/nope']) {
    const { status, headers, body } = await app.anonymous.get(path, { accept: OF_BROWSERS });
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(body).toContain('The service has no such path or page.');
    expect([headers.vary, headers['content-security-policy']]).toEqual([
      'Accept, Accept-Encoding',
      expect.stringMatching(/^default-src 'none';/),
    ]);
    for (const accept of ['*/*', 'application/json'])
      await app.anonymous.problem({ path, headers: { accept } }, 404, 'not_found');
  }
});

const executable = browserPath();
const withBrowser = executable === undefined || engine === 'mysql' ? undefined : describe;

withBrowser?.('In a browser', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await sharedBrowser.get()));
  afterAll(() => sharedBrowser.release());

  // All pages share their code, so a few are enough for the first tier
  const few = [
    '/docs/guides',
    '/docs/guides/load-with-your-tool',
    '/docs/errors',
    '/docs/errors/invalid_key',
  ];

  it.each(process.env.TEST_TIER === 'full' ? PATHS : few)(
    '%s is accessible, in dark mode and on a phone',
    async (path) => {
      const page = await browser.newPage({ viewport: NARROW });
      const errors = collectErrors(page);
      await page.goto(`${app.url}/devices${path}`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
      expect(errors).toEqual([]);
      expect(await violationsInBothThemes(page)).toEqual([]);
      await page.close();
    },
  );

  it('the search finds a heading, and a button copies a block', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await page.goto(`${app.url}/devices/docs/guides/quick-start`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('leading zeros duckdb');
    await page.locator('.results a').first().click();
    await page.waitForURL(`${app.url}/devices/docs/guides/load-with-your-tool**`);
    await page.goto(`${app.url}/devices/docs/guides/quick-start`);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(`export API_URL=${PUBLIC_URL}`);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('no table breaks a word on a phone', async () => {
    const page = await browser.newPage({ viewport: NARROW });
    await page.goto(`${app.url}/devices/docs/reference/formats`);
    const name = page.getByRole('cell').getByText('parquet', { exact: true }).first();
    expect((await name.boundingBox())!.height).toBeLessThan(ONE_LINE);
    await page.close();
  });

  it('no button covers code on a phone', async () => {
    const page = await browser.newPage({ viewport: NARROW });
    await page.goto(`${app.url}/devices/docs/guides/quick-start`);
    const code = await page.locator('pre code').first().boundingBox();
    const button = await page.getByRole('button', { name: 'Copy' }).first().boundingBox();
    expect(code!.y).toBeGreaterThanOrEqual(button!.y + button!.height);
    await page.close();
  });

  it('the search lists and counts all results', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/devices/docs/guides`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('key');
    const results = page.locator('.results a');
    await results.first().waitFor();
    expect(await results.count()).toBeGreaterThan(50);
    expect(await page.getByRole('status').textContent()).toBe(`Results: ${await results.count()}`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such words');
    await page.getByText('Results: 0', { exact: true }).waitFor();
    await page.close();
  });

  it('the search lists each page of an error once', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/devices/docs/guides`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('retry');
    await page.getByRole('link', { name: 'Limits, errors, and retries: Retries' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('429');
    await page.getByRole('link', { name: 'rate_limited (429)', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /^rate_limited/ }).count()).toBe(1);
    await page.close();
  });

  it('the search loads its index again after a failed request', async () => {
    const page = await browser.newPage();
    await page.goto(`${app.url}/devices/docs/guides/quick-start`);
    const box = page.getByRole('searchbox', { name: 'Search' });
    const failures = {
      aborted: (route: Route) => route.abort(),
      overloaded: (route: Route) => route.fulfill({ status: 503, json: { code: 'overloaded' } }),
    };
    for (const [text, fail] of Object.entries(failures)) {
      await page.route('**/docs/search.json', fail, { times: 1 });
      const requested = page.waitForRequest('**/docs/search.json');
      await box.fill(text);
      await requested;
      await page.waitForTimeout(200);
      expect(await page.getByRole('status').textContent()).toBe('');
    }
    await box.fill('leading zeros duckdb');
    await page.locator('.results a').first().waitFor();
    await page.close();
  });
});
