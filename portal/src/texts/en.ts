import { access } from './en/access.js';
import { activity } from './en/activity.js';
import { calls } from './en/calls.js';
import { data } from './en/data.js';
import { common } from './en/common.js';
import { keys } from './en/keys.js';
import { people } from './en/people.js';
import { secondFactor } from './en/second-factor.js';
import { settings } from './en/settings.js';

export const en = {
  ...common,
  ...keys,
  ...access,
  ...activity,
  calls,
  ...data,
  ...people,
  secondFactor,
  settings,
};

/** The type of the texts in every language. */
export type Texts = typeof en;
