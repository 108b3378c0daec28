import { keyNames, withKeyNames } from './key-names.js';

const deleted = (name: string) => `${name} (deleted)`;
const present = new Map([['aaaaaaaa-1', 'Night report']]);

const named = (...ids: string[]) =>
  Object.fromEntries(
    keyNames(
      ids.map((id) => ({ id, application: 'Night report' })),
      present,
      deleted,
    ),
  );

it('leaves a key that is there its name', () => {
  expect(named('aaaaaaaa-1')).toEqual({ 'aaaaaaaa-1': 'Night report' });
});

it('says of a deleted key that it is, so that its successor is another', () => {
  expect(named('bbbbbbbb-2', 'aaaaaaaa-1')).toEqual({
    'bbbbbbbb-2': 'Night report (deleted)',
    'aaaaaaaa-1': 'Night report',
  });
});

it('adds the beginning of the id where two deleted keys had the same name', () => {
  expect(named('bbbbbbbb-2', 'cccccccc-3')).toEqual({
    'bbbbbbbb-2': 'Night report (deleted) · bbbbbbbb',
    'cccccccc-3': 'Night report (deleted) · cccccccc',
  });
});

it('tells namesakes apart before it is known which keys there are', () => {
  const keys = ['aaaaaaaa-1', 'bbbbbbbb-2'].map((id) => ({ id, application: 'Night report' }));
  expect([...keyNames(keys, undefined, deleted).values()]).toEqual([
    'Night report · aaaaaaaa',
    'Night report · bbbbbbbb',
  ]);
});

it('calls a key the same in all its hours, though it was renamed between them', () => {
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
  const hours = withKeyNames([hour, { ...hour, application: 'Night report' }], present, deleted);
  expect(hours.map(({ application }) => application)).toEqual(['Night report', 'Night report']);
});
