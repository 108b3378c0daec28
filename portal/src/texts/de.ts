import { access } from './de/access.js';
import { activity } from './de/activity.js';
import { calls } from './de/calls.js';
import { data } from './de/data.js';
import { common } from './de/common.js';
import { keys } from './de/keys.js';
import { people } from './de/people.js';
import { secondFactor } from './de/second-factor.js';
import { settings } from './de/settings.js';
import type { Texts } from './en.js';

export const de: Texts = {
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
