import { type CallerFacts, findAccess } from '../../rules/access/permissions.ts'

/** The calls that list what the search finds. */
const LISTS = {
  flights: ['GET /v1/flights'],
  orders: ['GET /v1/orders'],
  customers: ['GET /v1/customers'],
  codes: ['GET /v1/gift_cards', 'GET /v1/vouchers'],
} as const
export type SearchKind = keyof typeof LISTS

/** The kinds that a caller may find: those of which they may list every row. */
export function findSearchableKinds(caller: CallerFacts): SearchKind[] {
  const kinds = Object.keys(LISTS) as SearchKind[]
  return kinds.filter((kind) => LISTS[kind].every((call) => findAccess(call, caller) === 'any'))
}
