import { csvHead, csvLines } from '../../design/download/csv.js';
import { AUDIT_COLUMNS } from './audit-csv.js';

const event = {
  sequence: 7,
  at: '2026-03-29T08:15:30.000+02:00',
  actor: 'admin-token',
  action: 'api_key.created',
  api_key_id: 'id-1',
  application: 'Night report',
  details: { email: 'x;=1+2' },
  address: '10.20.4.17',
  request_id: 'job-1',
};

it('has the fields of an event as the service answers them, the details as JSON', () => {
  expect(csvHead(AUDIT_COLUMNS)).toBe(
    '\uFEFF"sequence","at","actor","action","api_key_id","application","details","address","request_id"\r\n',
  );
  expect(csvLines(AUDIT_COLUMNS, [event])).toBe(
    `"7","2026-03-29T08:15:30.000+02:00","admin-token","api_key.created","id-1","Night report","{""email"":""x;'=1+2""}","10.20.4.17","job-1"\r\n`,
  );
});
