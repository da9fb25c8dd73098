import { type Kind } from '../store/kinds.ts'
import { type UnitOfWork } from '../store/unit-of-work.ts'
import { invalid } from './stripe-failure.ts'

/** The members that hold a reference, and the kind of object that it refers to. */
const references: Record<string, Kind> = {
  customer: 'customer',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
  setup_intent: 'setup_intent',
  latest_charge: 'charge',
  charge: 'charge',
  latest_invoice: 'invoice',
  default_payment_method: 'payment_method',
  product: 'product',
  balance_transaction: 'balance_transaction',
}
/** Any object that transfers money can be the source of a balance transaction. */
const sources: Record<string, Kind> = { ch: 'charge', re: 'refund', du: 'dispute', po: 'payout' }

const kindOf = (key: string, value: unknown): Kind | undefined =>
  key === 'source' && typeof value === 'string' ? sources[value.split('_')[0] ?? ''] : references[key]

/**
 * Replaces ids by objects along `expand` paths such as `payment_intent.latest_charge` or
 * `data.customer`.
 */
export async function expandReferences(unit: UnitOfWork, body: object, paths: string[]): Promise<object> {
  const expanded = structuredClone(body)
  for (const path of paths) await expandPath(unit, expanded, path.split('.'), path)
  return expanded
}

async function expandPath(unit: UnitOfWork, node: object, keys: string[], path: string): Promise<void> {
  const [key, ...rest] = keys
  if (key === undefined) return
  if (key === 'data' && 'data' in node && Array.isArray(node.data)) {
    for (const one of node.data) await expandPath(unit, one, rest, path)
    return
  }
  const isThere = Object.hasOwn(node, key)
  const value: unknown = Reflect.get(node, key)
  const kind = kindOf(key, value)
  if (kind && isThere && typeof value === 'string') {
    Reflect.set(node, key, (await unit.find(kind, value))?.data ?? value)
  } else if (!isThere || (!kind && (value === null || typeof value !== 'object'))) {
    throw invalid(`This property cannot be expanded (${path}).`)
  }
  const next: unknown = Reflect.get(node, key)
  if (rest.length > 0 && next !== null && typeof next === 'object') await expandPath(unit, next, rest, path)
}
