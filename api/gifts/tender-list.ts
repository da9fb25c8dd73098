import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type SignedInCaller } from '../http/http.ts'
import { type Payer } from './check-tenders.ts'
import { ownedTenderCondition } from '../store/orders/is-owned-by.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'

/** What a list of gift cards or vouchers is asked for. */
export interface TenderQuery {
  ids?: readonly number[] | undefined
  ownerId?: number | undefined
  lastEmailedTo?: string | undefined
  page: ListPage
  /** Staff see everybody's, without the codes. */
  everybody: boolean
}

/**
 * One's own cards and vouchers are few and sorted by what is told of them: where they lie in a list
 * must not give away what a recipient keeps to themselves. Everybody's are sorted by the database,
 * for staff alone.
 */
export const isSortedAfterPresenting = ({ everybody, page: { sort } }: TenderQuery): boolean =>
  !everybody && sort !== undefined && sort.column !== 'created_at'

/** All of an account's, as far as anybody has them. */
export const ALL_OWN = { limit: 10_000, offset: 0 }

interface Columns {
  id: PgColumn
  ownerId: PgColumn
  orderId: PgColumn
  lastEmailedTo: PgColumn
}

/** True for what is the account's own, sent away or not; for a query's select list. */
export const ownedColumn = (caller: SignedInCaller, columns: Columns) =>
  sql<boolean>`coalesce(${ownedTenderCondition(caller, columns)}, false)`

/**
 * The rows a caller may list: their own, and what was sent to their proven mailbox. Asking for
 * somebody else's finds none, as if there were none.
 */
export function visibleTenders(
  caller: SignedInCaller,
  { provenEmail }: Payer,
  query: TenderQuery,
  columns: Columns,
): SQL | undefined {
  const received = provenEmail === null ? sql`false` : mailedTo(columns, provenEmail)
  return and(
    idsCondition(columns.id, query.page),
    query.everybody ? undefined : or(ownedTenderCondition(caller, columns), received),
    query.ids === undefined ? undefined : inArray(columns.id, [...query.ids]),
    query.ownerId === undefined ? undefined : eq(columns.ownerId, query.ownerId),
    query.lastEmailedTo === undefined ? undefined : mailedTo(columns, query.lastEmailedTo),
  )
}

const mailedTo = ({ lastEmailedTo }: Columns, email: string) =>
  sql`lower(${lastEmailedTo}) = ${email.trim().toLowerCase()}`

/**
 * Whether the code is the caller's to see: its owner's until it is sent, its recipient's from then
 * on.
 */
export const mayReadCode = (row: { lastEmailedTo: string | null }, owned: boolean, payer: Payer): boolean =>
  row.lastEmailedTo === null ? owned : row.lastEmailedTo.toLowerCase() === payer.provenEmail
