import { FORMATS, type Format } from '../formats/read-rows.js';
import type { PathForm } from './specification.js';

/** Whether a form answers a single object. */
export const isOne = ({ scope }: PathForm): boolean => scope === 'device:GetDetail';

/** Whether a form answers for all devices at once. */
export const isFleet = ({ scope, path }: PathForm): boolean =>
  scope === 'device:GetList' || path.endsWith('/bulk');

/** The formats of a form's answers (docs/contract.md, 2.11). */
export function formatsOf(form: PathForm): readonly Format[] {
  if (isOne(form)) return ['json'];
  return FORMATS.filter((format) => format !== 'parquet' || isFleet(form));
}
