import { safeRedirect } from 'remix-utils/safe-redirect'

/** An address nobody has: what stays on it is a path of our own. */
const NOWHERE = 'http://own.invalid'

/**
 * Where a form leads back to, out of what an address or a form says: a path of this shop with its
 * query and fragment. Undefined for anything that could lead elsewhere, and for account pages that
 * would only lead here again.
 */
export function parseReturnPath(said: unknown): string | undefined {
  if (typeof said !== 'string' || said.length > 1000) return undefined
  // Browsers read `\` as `/`, and drop tabs and line ends: `/\evil.example` is another host.
  if (/[\\\s\p{Cc}]/u.test(said) || safeRedirect(said, NOWHERE) === NOWHERE) return undefined
  if (!URL.canParse(said, NOWHERE)) return undefined
  const url = new URL(said, NOWHERE)
  if (url.pathname.startsWith('//')) return undefined
  if (/^\/account(\/logout)?\/?$/.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
