/** The first match counts, because browsers name other browsers too. */
const BROWSERS: readonly (readonly [name: string, form: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly (readonly [name: string, form: RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Returns names without versions, and empty texts for unknown ones. */
export function describeUserAgent(userAgent = ''): { browser: string; system: string } {
  const nameIn = (forms: typeof BROWSERS): string =>
    forms.find(([, form]) => form.test(userAgent))?.[0] ?? '';
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}
