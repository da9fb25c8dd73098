import { type ApiDeps } from '../deps.ts'
import { isKeyedHash, keyedHash } from '../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings'>
/**
 * `confirm` is bound to when it was asked; `stop` to the subscriber alone, so that the oldest mail
 * still ends it.
 */
type Use = { use: 'stop' } | { use: 'confirm'; askedAt: Date }

const ID_LENGTH = 10

function signedPart(id: string, how: Use): [use: string, text: string] {
  return [`newsletter-${how.use}`, how.use === 'stop' ? id : `${id} ${String(how.askedAt.getTime())}`]
}

/**
 * The signed name of a subscriber in a mailed link; it is kept nowhere, and works as long as
 * `CODE_SECRET` holds its key.
 */
export function makeNewsletterToken(deps: Deps, subscriberId: number, how: Use): string {
  const id = subscriberId.toString(36).padStart(ID_LENGTH, '0')
  return `${id}${keyedHash(deps.settings.secrets.code, ...signedPart(id, how))}`
}

/** Whom a token names, before its signature is checked; undefined when it cannot be one. */
export function readSubscriberId(token: string): number | undefined {
  const [, id] = /^([0-9a-z]{10})[\w-]{22}$/.exec(token) ?? []
  const number = id === undefined ? 0 : Number.parseInt(id, 36)
  return number > 0 && number < 2 ** 31 ? number : undefined
}

export function isNewsletterToken(deps: Deps, token: string, how: Use): boolean {
  const [use, text] = signedPart(token.slice(0, ID_LENGTH), how)
  return isKeyedHash(deps.settings.secrets.code, use, text, token.slice(ID_LENGTH))
}
