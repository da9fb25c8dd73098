import { readOrderNumber } from '../../orders/find-order-ids.ts'

/** What somebody scanned or typed to check a party in. */
export type CheckInText =
  | { kind: 'order_token' | 'passenger_token' | 'party_token'; token: string }
  /** The number of an order; `host` where it stood in an address. */
  | { kind: 'number'; orderId: number; host?: string }
  | { kind: 'name'; words: string[] }
  | { kind: 'other_code' }

const TOKEN = /^[0-9a-f]{48}$/
const PARTY_TOKEN = /^[1-9]\d{0,8}-[\w-]{22}$/
const OTHER: CheckInText = { kind: 'other_code' }

/**
 * Reads the text of a ticket's or a party's code, which is the address of its page, the number of an
 * order, or a name. Whether the host of an address is one of ours, the caller knows.
 */
export function readCheckInText(text: string): CheckInText {
  const typed = text.trim()
  const orderId = readOrderNumber(typed)
  if (orderId !== undefined) return { kind: 'number', orderId }
  if (/^https?:\/\//i.test(typed)) return URL.canParse(typed) ? readAddress(new URL(typed)) : OTHER
  const words = splitWords(typed)
  const isName = words.length > 0 && /^[\p{L}\p{M}\s'\u2019.,-]+$/u.test(typed)
  return isName ? { kind: 'name', words } : OTHER
}

function readAddress({ hostname, pathname }: URL): CheckInText {
  const [, of, id = ''] = /^(?:\/account)?\/(orders|passengers|party)\/([^/]+)\/?$/.exec(pathname) ?? []
  if (of === 'orders') {
    const orderId = /^\d/.test(id) ? readOrderNumber(id) : undefined
    if (orderId !== undefined) return { kind: 'number', orderId, host: hostname }
    return TOKEN.test(id) ? { kind: 'order_token', token: id } : OTHER
  }
  if (of === 'party') return PARTY_TOKEN.test(id) ? { kind: 'party_token', token: id } : OTHER
  return of === 'passengers' && TOKEN.test(id) ? { kind: 'passenger_token', token: id } : OTHER
}

/** The words of a name without accents and capitals: `José-Luis Peña` is `jose`, `luis`, `pena`. */
export const splitWords = (name: string): string[] =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Whether each typed word begins a word of the name. */
export function matchesName(words: readonly string[], name: string): boolean {
  const parts = splitWords(name)
  return words.every((word) => parts.some((part) => part.startsWith(word)))
}
