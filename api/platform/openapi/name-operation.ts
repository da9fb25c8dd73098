/**
 * Last segments that are an action on the segment before: `POST /v1/jobs/{id}/retry` is `retryJob`.
 */
const ACTIONS = new Set([
  'answer',
  'cancel',
  'confirm',
  'count',
  'decline',
  'open',
  'preview',
  'redeliver',
  'renew',
  'reopen',
  'retry',
  'take_back',
])

const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'replace',
  patch: 'update',
  delete: 'delete',
}

/**
 * The name of a call for generated clients: `listOrders`, `getOrder`, `createOrderPaymentLink`,
 * `retryJob`.
 *
 * @param paths all paths of the service: a path with another below it that ends in a parameter is
 *   a list
 */
export function nameOperation(method: string, path: string, paths: readonly string[]): string {
  const segments = path.split('/').slice(2)
  const last = segments.at(-1) ?? ''
  if (ACTIONS.has(last)) return camel(last) + nameOf(segments.slice(0, -1))
  const isList =
    !isParam(last) &&
    !last.includes('.') &&
    (singular(last) !== last || paths.some((other) => other.startsWith(`${path}/{`)))
  const all = `${nameOf(segments.slice(0, -1))}${pascal(last)}`
  if (method === 'get' && isList) return `list${all}`
  if (method === 'delete' && isList) return `deleteAll${all}`
  // The last segment of `PATCH /v1/orders/{id}/update_upgrades` contains its verb.
  if (method === 'patch' && /^(?:update|reschedule)_/.test(last)) {
    return `${camel(last)}Of${nameOf(segments.slice(0, -1))}`
  }
  return `${VERBS[method] ?? method}${nameOf(segments)}`
}

/** `orders/{id}/payment_links` → `OrderPaymentLink`. */
const nameOf = (segments: readonly string[]): string =>
  segments
    .filter((segment) => !isParam(segment))
    .map((segment) => pascal(singular(segment)))
    .join('')

const isParam = (segment: string) => segment.startsWith('{')

/** `gift_cards` → `gift_card`; a word without a plural stays. */
export function singular(word: string): string {
  if (/(?:ss|news|aircraft|sms)$|\./.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ches|sses|xes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** `gift_cards` → `GiftCards`. */
export const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const camel = (words: string): string => {
  const name = pascal(words)
  return name.charAt(0).toLowerCase() + name.slice(1)
}
