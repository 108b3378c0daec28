import { expect } from '../kit/browser/expect.js';
import { openPortal } from '../kit/browser/portal.js';

const { service, visitor } = openPortal({ mayComplain: true });

beforeEach(async () => {
  await service.call(service.demoKey, '/api/v1/device/');
  await visitor.openKeys();
});

const link = (name: string) => visitor.page.getByRole('link', { name });

test('a page that cannot be fetched leaves the others in reach, and comes once the network is back', async () => {
  const network = visitor.page.context();
  await network.setOffline(true);
  await link('Activity').click();
  await visitor.heading('This page is not loaded');
  expect(await visitor.focused()).toBe('This page is not loaded');
  await visitor.see('Check the connection');
  await link('API keys').click();
  await visitor.heading('API keys');
  await link('Activity').click();
  await visitor.press('Try again');
  await visitor.see('The service still cannot be reached.');
  await network.setOffline(false);
  await visitor.press('Try again');
  await visitor.heading('Activity');
});

test('a chart that cannot be fetched leaves the other pages in reach, and comes when tried again', async () => {
  const part = /stacked-bars/;
  await visitor.page.route(part, (route) => route.abort());
  await link('Activity').click();
  await visitor.heading('This page is not loaded');
  await link('Settings').waitFor();
  await visitor.page.unroute(part);
  await visitor.press('Try again');
  await visitor.page.locator('.stacked-bars-bar').first().waitFor();
});
