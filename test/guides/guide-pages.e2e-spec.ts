import type { Browser } from '@playwright/test';
import { appWith } from '../kit/app/app-with.js';
import { browserPath, complaintsOf, sharedBrowser } from '../kit/browser/browser.js';
import { violationsInBothThemes } from '../kit/browser/looks/page-check.js';
import { engine } from '../kit/database/engines.js';
import { documentsOf } from '../kit/specification/openapi.js';
import { GUIDES } from './guides.js';

const PATHS = GUIDES.map((name) => (name === 'README' ? '/docs/guides' : `/docs/guides/${name}`));
const PUBLIC_URL = 'https://portal.example.org/devices';
const NARROW = { width: 360, height: 720 };

const app = appWith({}, { BASE_PATH: '/devices', PUBLIC_URL });

it.each(PATHS)('%s is a public page without scripts and without content of other sites', async (path) => {
  const { status, headers, body } = await app.anonymous.get(`/devices${path}`);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe|\*/);
  expect(body).not.toMatch(/<script|<style|\son\w+=|style=/);
  expect(body).toMatch(/<h1>/);
});

it.each(PATHS)('%s links to existing pages only, all guides among them', async (path) => {
  const { body } = await app.anonymous.get(`/devices${path}`);
  const base = new URL(/<base href="(.*?)">/.exec(body)![1]!, app.url);
  const targets = [...body.matchAll(/href="(.*?)"/g)]
    .slice(1)
    .map(([, href]) => new URL(href!, base).pathname);
  for (const target of targets) expect((await app.anonymous.get(target)).status).toBe(200);
  for (const guide of PATHS)
    expect(targets.map((target) => target.replace(/\/$/, ''))).toContain(`/devices${guide}`);
});

it('the examples name this service', async () => {
  const { body } = await app.anonymous.get('/devices/docs/guides/quick-start');
  expect(body).toContain(`export API_URL=${PUBLIC_URL}\n`);
});

it('the document links to each guide', () => {
  for (const path of PATHS.slice(1))
    expect(documentsOf(app).customer.info.description).toContain(`(${path})`);
});

it('a page is not sent again to a client that has it', async () => {
  const { headers } = await app.anonymous.get('/devices/docs/guides');
  const again = await app.anonymous.get('/devices/docs/guides', { 'if-none-match': String(headers.etag) });
  expect(again.status).toBe(304);
});

it('returns 404 for other names', async () => {
  for (const name of ['nothing', 'README', 'quick-start.md', '..%2f..%2fREADME.md', '__proto__'])
    await app.anonymous.problem(`/devices/docs/guides/${name}`, 404, 'not_found');
});

const executable = browserPath();
const withBrowser = executable === undefined || engine === 'mysql' ? undefined : describe;

withBrowser?.('In a browser', () => {
  let browser: Browser;
  beforeAll(async () => void (browser = await sharedBrowser.get()));
  afterAll(() => sharedBrowser.release());

  it.each(PATHS)('%s is accessible, in dark mode and on a phone', async (path) => {
    const page = await browser.newPage({ viewport: NARROW });
    const complaints = complaintsOf(page);
    await page.goto(`${app.url}/devices${path}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
    expect(complaints).toEqual([]);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.close();
  });
});
