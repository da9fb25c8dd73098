/** The first match wins, because most browsers also name the browsers they descend from. */
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
 * Names a device as its owner knows it, `Safari on iPhone`, from the browser's user agent. The
 * words are always ours and never part of what was sent. Undefined when nothing is recognised.
 */
export function describeDevice(userAgent: string | undefined): string | undefined {
  const named = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const browser = named(BROWSERS)
  const machine = named(MACHINES)
  if (browser && machine) return `${browser} on ${machine}`
  return browser ?? machine
}
