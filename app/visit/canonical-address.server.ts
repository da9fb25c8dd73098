import { redirect } from '@remix-run/node'
import { PRIVATE_HEADERS } from './session.server.ts'

/** The two pages that are written with capitals (spec section 2); all others are small. */
const WITH_CAPITALS = new Map(['Disclaimed', 'ThankYou'].map((word) => [word.toLowerCase(), word]))

/**
 * Below these every word is ours and small; elsewhere what follows may be somebody's secret, which
 * has capitals.
 */
const ALL_SMALL = ['affiliates', 'blog', 'campaigns', 'product', 'video-testimonial']

/**
 * The one address of a page, for whatever was typed: no slash at its end, none twice, words as they
 * are written.
 *
 * @returns a path that begins with exactly one slash
 */
export function canonicalPath(pathname: string): string {
  const [first = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  const word = firstWord(first)
  const small = ALL_SMALL.includes(word)
  return `/${[word, ...(small ? rest.map((part) => part.toLowerCase()) : rest)].join('/')}`
}

/** `/Miami` is small; `/R-1042` stays as it is. */
function firstWord(typed: string): string {
  const word = typed.toLowerCase()
  return WITH_CAPITALS.get(word) ?? (/^r-\d+$/.test(word) ? typed : word)
}

/**
 * A page has one address: others lead there for good, with their query. What was sent stays where
 * it arrived.
 *
 * @throws Response 301
 */
export function requireCanonicalAddress({ method, url }: Pick<Request, 'method' | 'url'>): void {
  const { pathname, search } = new URL(url)
  const path = canonicalPath(pathname)
  if (path === pathname || (method !== 'GET' && method !== 'HEAD')) return
  throw redirect(path + search, { status: 301, headers: PRIVATE_HEADERS })
}
