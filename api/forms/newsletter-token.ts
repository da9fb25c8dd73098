import { timingSafeEqual } from 'node:crypto'
import { type ApiDeps } from '../deps.ts'
import { keyedHash } from '../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings'>
/**
 * `confirm` is bound to when it was asked; `stop` to the subscriber alone, so that the oldest mail
 * still ends it.
 */
type Use = { use: 'stop' } | { use: 'confirm'; askedAt: Date }

const ID_LENGTH = 10

function sign({ settings }: Deps, id: string, how: Use): string {
  const what = how.use === 'stop' ? id : `${id} ${String(how.askedAt.getTime())}`
  return keyedHash(settings.secrets.code, `newsletter-${how.use}`, what)
}

/**
 * The signed name of a subscriber in a mailed link; it is kept nowhere, and works as long as
 * `CODE_SECRET` does.
 */
export function makeNewsletterToken(deps: Deps, subscriberId: number, how: Use): string {
  const id = subscriberId.toString(36).padStart(ID_LENGTH, '0')
  return `${id}${sign(deps, id, how)}`
}

/** Whom a token names, before its signature is checked; undefined when it cannot be one. */
export function readSubscriberId(token: string): number | undefined {
  const [, id] = /^([0-9a-z]{10})[\w-]{22}$/.exec(token) ?? []
  const number = id === undefined ? 0 : Number.parseInt(id, 36)
  return number > 0 && number < 2 ** 31 ? number : undefined
}

export function isNewsletterToken(deps: Deps, token: string, how: Use): boolean {
  const right = Buffer.from(`${token.slice(0, ID_LENGTH)}${sign(deps, token.slice(0, ID_LENGTH), how)}`)
  const given = Buffer.from(token)
  return right.length === given.length && timingSafeEqual(right, given)
}
