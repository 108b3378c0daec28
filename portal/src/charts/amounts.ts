import type { FileSubject } from '../design/download/csv.js';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const MINUTE_MS = 60_000;

export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** Formats bytes in decimal units, which the API uses too. */
export function formatBytes(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** Formats a duration, such as "2h 5m". */
export function formatDuration(milliseconds: number, locale: string): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const unit = (amount: number, name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(amount);
  if (minutes < 60) return unit(minutes, 'minute');
  const rest = minutes % 60;
  return unit(Math.floor(minutes / 60), 'hour') + (rest === 0 ? '' : ` ${unit(rest, 'minute')}`);
}

export function formatDistance(metres: number, locale: string): string {
  const isFar = metres >= 1000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    unitDisplay: 'short',
    maximumFractionDigits: isFar && metres < 100_000 ? 1 : 0,
  }).format(isFar ? metres / 1000 : metres);
}

export function formatShare(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** The columns of a CSV file with unrounded amounts. */
export interface AmountsInFile extends FileSubject {
  /** The unit of the amounts, unless they are counts. */
  unit?: string;
}

/** The name of a column of amounts. */
export const amountsOf = (label: string, { unit }: AmountsInFile): string =>
  unit === undefined ? label : `${label} (${unit})`;
