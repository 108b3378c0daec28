import type { CsvFile } from '../design/download/csv.js';

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const MINUTE_MS = 60_000;

export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** Formats bytes in decimal units, which the API uses too. */
export function formatBytes(bytes: number, locale: string): string {
  const exponent = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: BYTE_UNITS[exponent],
    unitDisplay: exponent === 0 ? 'long' : 'short',
    maximumFractionDigits: exponent === 0 ? 0 : 1,
  }).format(bytes / 1000 ** exponent);
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

export function formatDistance(meters: number, locale: string): string {
  const isFar = meters >= 1000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isFar ? 'kilometer' : 'meter',
    unitDisplay: 'short',
    maximumFractionDigits: isFar && meters < 100_000 ? 1 : 0,
  }).format(isFar ? meters / 1000 : meters);
}

export function formatShare(share: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** The CSV file of a chart, with unrounded amounts. */
export interface AmountCsvFile extends CsvFile {
  /** The unit of the amounts, unless they are counts. */
  unit?: string;
}

/** Returns the name of a column of amounts, with the unit. */
export const amountColumnName = (label: string, { unit }: AmountCsvFile): string =>
  unit === undefined ? label : `${label} (${unit})`;
