import { ERROR_KINDS } from '../../http/api-error.js';
import { AUDIT_ACTIONS, AUDIT_DETAILS } from './audit.entity.js';
import { activity as german } from '../../../portal/src/texts/de/activity.js';
import { activity as english } from '../../../portal/src/texts/en/activity.js';

const sorted = (names: readonly string[]) => [...names].sort();
const namesOf = (texts: object) => sorted(Object.keys(texts));

describe.each([
  ['English', english],
  ['German', german],
])('The %s texts', (_language, { audit }) => {
  it('name every action that the service writes into the audit trail', () => {
    expect(namesOf(audit.actions)).toEqual(sorted(AUDIT_ACTIONS));
  });

  it('name all that the details of an event can tell', () => {
    expect(namesOf(audit.members)).toEqual(sorted(AUDIT_DETAILS));
  });

  it('name every reason for which a call can be refused', () => {
    expect(namesOf(audit.codes)).toEqual(namesOf(ERROR_KINDS));
  });
});
