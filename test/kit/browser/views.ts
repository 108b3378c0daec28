import type { Visitor } from './visitor.js';

export interface View {
  name: string;
  path: string;
  shown: string;
  press?: readonly string[];
  open?: (visitor: Visitor) => Promise<void>;
}

const CHART = '.stacked-bars-bar';
export const DRAWN_MAP = '.map[aria-busy=false]';
const device = 'data/devices/van-01';

async function openDemoKey(visitor: Visitor): Promise<void> {
  await visitor.row('Demo').getByRole('link').click();
  await visitor.expectHeading('Demo');
}

export const VIEWS: readonly View[] = [
  { name: 'keys', path: 'keys', shown: '.data-table' },
  { name: 'key-create', path: 'keys', shown: '[role=dialog] .scope', press: ['Create API key'] },
  {
    name: 'key-mistakes',
    path: 'keys',
    shown: '[role=dialog] .problem-text',
    press: ['Create API key'],
    open: (visitor) =>
      visitor.page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click(),
  },
  {
    name: 'key-edit',
    path: 'keys',
    shown: '.change-summary .problem-text',
    press: ['Edit Demo'],
    open: (visitor) => visitor.page.getByRole('checkbox', { name: 'Apps' }).press('Space'),
  },
  {
    name: 'key-regenerate',
    path: 'keys',
    shown: '[role=alertdialog]',
    press: ['Regenerate the API key of Demo'],
  },
  { name: 'which-key', path: 'keys', shown: '[role=dialog] input', press: ['Which API key is this?'] },
  { name: 'key-delete', path: 'keys', shown: '[role=alertdialog]', press: ['Delete Demo'] },
  { name: 'one-key', path: 'keys', shown: '.facts', open: openDemoKey },
  {
    name: 'calls',
    path: 'keys',
    shown: '.data-table tbody code',
    open: async (visitor) => {
      await openDemoKey(visitor);
      await visitor.page.getByRole('tab', { name: 'Calls' }).click();
    },
  },
  { name: 'activity', path: 'activity', shown: CHART },
  { name: 'all-calls', path: 'activity?show=calls', shown: '.data-table' },
  { name: 'audit', path: 'activity?show=audit', shown: '.data-table' },
  { name: 'devices', path: 'data', shown: '.data-table' },
  { name: 'fleet-map', path: 'data?show=map', shown: `${DRAWN_MAP} .point` },
  { name: 'device', path: device, shown: '.facts' },
  { name: 'data-usage', path: `${device}?show=dataUsage`, shown: CHART },
  {
    name: 'calendar',
    path: `${device}?show=dataUsage`,
    shown: '.calendar-day[data-selected]',
    open: (visitor) => visitor.day('From').getByRole('button').click(),
  },
  { name: 'screen-time', path: `${device}?show=screenTime`, shown: CHART },
  { name: 'apps', path: `${device}?show=apps`, shown: '.data-table' },
  {
    name: 'track',
    path: `${device}?show=track&startdate=2026-04-09&enddate=2026-04-09`,
    shown: `${DRAWN_MAP} .marker`,
  },
  { name: 'track-of-days', path: `${device}?show=track&day=all`, shown: `${DRAWN_MAP} .marker.stop` },
  { name: 'settings', path: 'settings', shown: '.facts' },
  {
    name: 'data-pages-off',
    path: 'settings',
    shown: '[role=alertdialog]',
    press: ['Switch Data pages off'],
  },
  { name: 'people', path: 'settings/people', shown: '.data-table' },
  {
    name: 'person-invite',
    path: 'settings/people',
    shown: '[role=dialog] .problem-text',
    press: ['Invite user', 'Create link'],
  },
  {
    name: 'person-role',
    path: 'settings/people',
    shown: '[role=alertdialog]',
    open: (visitor) =>
      visitor.page
        .getByRole('button', { name: /^Change role of/ })
        .first()
        .click(),
  },
  { name: 'account', path: 'account', shown: '.data-table' },
  {
    name: 'second-factor-proof',
    path: 'account',
    shown: '[role=dialog] .problem-text',
    press: ['Turn on second factor', 'Continue'],
  },
  {
    name: 'second-factor-secret',
    path: 'account',
    shown: '[role=dialog] .second-factor-qr-code',
    press: ['Turn on second factor'],
    open: async (visitor) => {
      await visitor.page.getByLabel('Current password').last().fill(visitor.service.password);
      await visitor.press('Continue');
    },
  },
  {
    name: 'second-factor-required',
    path: 'settings',
    shown: '[role=alertdialog]',
    press: ['Require second factor'],
  },
  { name: 'missing', path: 'no/such/page', shown: 'h1' },
];

export async function openView(visitor: Visitor, { path, shown, press = [], open }: View): Promise<void> {
  await visitor.open(path);
  await visitor.page.locator('main h1').waitFor();
  for (const name of press) await visitor.press(name);
  await open?.(visitor);
  await visitor.page.locator(shown).first().waitFor();
}
