import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { startService, type PortalService } from './portal-service.js';
import { Visitor } from './visitor.js';

let service: PortalService;
let browser: Browser;
let visitor: Visitor;
let site: Server;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser(process.env.CHROMIUM ?? '')]);
  site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><title>Another site</title><a href="${service.url}/portal/sign-out">Win</a>`,
    );
  }).listen(0, 'localhost');
  await new Promise((resolve) => site.once('listening', resolve));
});

afterAll(async () => {
  site.close();
  await browser.close();
  await service.stop();
});

beforeEach(async () => {
  visitor = await Visitor.come(browser, service);
  await visitor.open('keys');
  await visitor.signIn();
  await visitor.heading('API keys');
  await visitor.page.goto(`http://localhost:${(site.address() as AddressInfo).port}`);
  await visitor.page.getByRole('link', { name: 'Win' }).click();
  await visitor.heading('Sign out?');
});

afterEach(() => visitor.leave());

describe('a link on another site to the page for signing out', () => {
  test('signs nobody out', async () => {
    await visitor.page.getByRole('link', { name: 'Stay and go to the API keys' }).click();
    await visitor.heading('API keys');
    await visitor.page.getByRole('row').filter({ hasText: 'Demo' }).waitFor();
  });

  test('asks, and signs out who says so', async () => {
    await visitor.press('Sign out');
    await visitor.see('You are signed out.');
    await visitor.open('keys');
    await visitor.heading('Sign in');
  });
});
