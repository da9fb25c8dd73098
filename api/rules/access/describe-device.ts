/** The first that fits wins: most browsers also name those they descend from. */
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const MACHINES: readonly [mark: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * What somebody knows their device by, `Safari on iPhone`, out of what its browser calls itself: a
 * few words of ours and never a part of what was sent. Undefined where it says nothing that is
 * known.
 */
export function describeDevice(userAgent: string | undefined): string | undefined {
  const named = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS)
  const machine = named(MACHINES)
  if (browser && machine) return `${browser} on ${machine}`
  return browser ?? machine
}
