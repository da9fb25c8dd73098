import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type SignedInCaller } from '../http/http.ts'
import { type Payer } from './check-tenders.ts'
import { ownedTenderCondition } from '../store/orders/order.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'

/** The query of a list of gift cards or vouchers. */
export interface TenderQuery {
  ids?: readonly number[] | undefined
  ownerId?: number | undefined
  lastEmailedTo?: string | undefined
  page: ListPage
  /** True for staff, who see everybody's without the codes. */
  everybody: boolean
}

/**
 * Own cards and vouchers are sorted after presenting, because sorting by stored values could reveal
 * what a recipient hides. The database sorts everybody's, for staff only.
 */
export const isSortedAfterPresenting = ({ everybody, page: { sort } }: TenderQuery): boolean =>
  !everybody && sort !== undefined && sort.column !== 'created_at'

/** All tenders of one account; nobody has more. */
export const ALL_OWN = { limit: 10_000, offset: 0 }

interface Columns {
  id: PgColumn
  ownerId: PgColumn
  orderId: PgColumn
  lastEmailedTo: PgColumn
}

/** True for what belongs to the account, sent away or not; for a query's select list. */
export const ownedColumn = (caller: SignedInCaller, columns: Columns) =>
  sql<boolean>`coalesce(${ownedTenderCondition(caller, columns)}, false)`

/**
 * The rows a caller may list: their own and those sent to their proven mailbox. A query for another
 * owner finds none.
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

/** Whether the caller may see the code: the owner until it is sent, the recipient afterwards. */
export const mayReadCode = (row: { lastEmailedTo: string | null }, owned: boolean, payer: Payer): boolean =>
  row.lastEmailedTo === null ? owned : row.lastEmailedTo.toLowerCase() === payer.provenEmail
