import { keyNames, withKeyNames } from './key-names.js';

const deletedLabel = (name: string) => `${name} (deleted)`;
const existingKeys = new Map([['aaaaaaaa-1', 'Night report']]);

const named = (...ids: string[]) =>
  Object.fromEntries(
    keyNames(
      ids.map((id) => ({ id, application: 'Night report' })),
      existingKeys,
      deletedLabel,
    ),
  );

it('keeps the name of an existing key', () => {
  expect(named('aaaaaaaa-1')).toEqual({ 'aaaaaaaa-1': 'Night report' });
});

it('marks a deleted key, because another key may have its name', () => {
  expect(named('bbbbbbbb-2', 'aaaaaaaa-1')).toEqual({
    'bbbbbbbb-2': 'Night report (deleted)',
    'aaaaaaaa-1': 'Night report',
  });
});

it('adds the beginning of the id if two deleted keys had the same name', () => {
  expect(named('bbbbbbbb-2', 'cccccccc-3')).toEqual({
    'bbbbbbbb-2': 'Night report (deleted) · bbbbbbbb',
    'cccccccc-3': 'Night report (deleted) · cccccccc',
  });
});

it('distinguishes keys of the same name before the existing keys are loaded', () => {
  const keys = ['aaaaaaaa-1', 'bbbbbbbb-2'].map((id) => ({ id, application: 'Night report' }));
  expect([...keyNames(keys, undefined, deletedLabel).values()]).toEqual([
    'Night report · aaaaaaaa',
    'Night report · bbbbbbbb',
  ]);
});

it('shows one name for a key that was renamed between the hours', () => {
  const hour = {
    hour: '2026-04-01T10:00:00.000+02:00',
    api_key_id: 'aaaaaaaa-1',
    application: 'Night',
    scope: 'device:GetList',
    requests: 1,
    errors: 0,
    refused: 0,
    feeds: 0,
    rows: 0,
    bytes: 0,
  };
  const hours = withKeyNames([hour, { ...hour, application: 'Night report' }], existingKeys, deletedLabel);
  expect(hours.map(({ application }) => application)).toEqual(['Night report', 'Night report']);
});
