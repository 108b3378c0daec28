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
  it('name every action that the service writes into the audit log', () => {
    expect(namesOf(audit.actions)).toEqual(sorted(AUDIT_ACTIONS));
  });

  it('name all members of the details of an event', () => {
    expect(namesOf(audit.members)).toEqual(sorted(AUDIT_DETAILS));
  });

  it('name every reason for a refused call', () => {
    expect(namesOf(audit.codes)).toEqual(namesOf(ERROR_KINDS));
  });
});
