import { redirect } from '@remix-run/node'
import { PRIVATE_HEADERS } from './session.server.ts'

/** The two pages with capitals in their addresses (spec section 2); all others are lower case. */
const WITH_CAPITALS = new Map(['Disclaimed', 'ThankYou'].map((word) => [word.toLowerCase(), word]))

/**
 * Below these every word is ours and lower case; elsewhere the rest may be a secret, which has
 * capitals.
 */
const ALL_SMALL = ['affiliates', 'blog', 'campaigns', 'product', 'video-testimonial']

/**
 * The canonical path of a page: without a slash at the end, without double slashes, and with words
 * in their usual spelling.
 * @returns a path that begins with exactly one slash
 */
export function canonicalPath(pathname: string): string {
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  const word = firstWord(first)
  const small = ALL_SMALL.includes(word)
  return `/${[word, ...(small ? rest.map((part) => part.toLowerCase()) : rest)].join('/')}`
}

/** `/Miami` becomes lower case; `/R-1042` stays as it is. */
function firstWord(typed: string): string {
  const word = typed.toLowerCase()
  return WITH_CAPITALS.get(word) ?? (/^r-\d+$/.test(word) ? typed : word)
}

/**
 * Redirects other spellings of an address permanently, with their query. Submitted forms are not
 * redirected.
 *
 * @throws Response 301
 */
export function requireCanonicalAddress({ method, url }: Pick<Request, 'method' | 'url'>): void {
  const { pathname, search } = new URL(url)
  const path = canonicalPath(pathname)
  if (path === pathname || (method !== 'GET' && method !== 'HEAD')) return
  throw redirect(path + search, { status: 301, headers: PRIVATE_HEADERS })
}
