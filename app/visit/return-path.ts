import { safeRedirect } from 'remix-utils/safe-redirect'

/** A base address that does not exist: only a relative path keeps its origin. */
const NOWHERE = 'http://own.invalid'

/**
 * The address a form returns to, from a query or a form: a path of this shop with its query and
 * fragment. Undefined for anything that could lead to another site, and for account pages that
 * would only lead back here.
 */
export function parseReturnPath(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > 1000) return undefined
  // Browsers read `\` as `/`, and drop tabs and line breaks: `/\evil.example` is another host.
  if (/[\\\s\p{Cc}]/u.test(input) || safeRedirect(input, NOWHERE) === NOWHERE) return undefined
  if (!URL.canParse(input, NOWHERE)) return undefined
  const url = new URL(input, NOWHERE)
  if (url.pathname.startsWith('//')) return undefined
  if (/^\/account(\/logout)?\/?$/.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
