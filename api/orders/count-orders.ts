import { sql } from 'drizzle-orm'
import { type OrderCounts } from '#contract/order-list.ts'
import { FLYING_DAYS, type OrderListFilter, WAITING_FOR_ANSWER } from '#contract/saved-filter.ts'
import { type Db } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { rawStatement } from '../db/statement.ts'
import { addDays, dayOfWeek, instantOf, toLocalDate } from '../rules/time/local-time.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { meetConditions, type OrderConditions } from './order-conditions.ts'
import { listSavedFilters } from './saved-filters.ts'

/** A list is counted up to this number. */
const MOST = 1000

/** Whose filters are counted, on which day of the shop. */
interface Asking {
  date: string
  zone: string
  /** Undefined for an API key, which keeps no filters and sells nothing. */
  userId: number | undefined
}

/** The filters of the house, which everybody sees. */
const HOUSE_FILTERS = {
  flies_today: { flies: 'today' },
  flies_tomorrow: { flies: 'tomorrow' },
  to_pay: { status: 'awaiting_payment' },
  weights_missing: { flies: 'week', weights: 'missing' },
  waiting_for_answer: { status: WAITING_FOR_ANSWER },
  sold_by_me_today: { sold: 'me_today' },
  refunded_this_week: { refunded: 'week' },
} as const satisfies Record<string, OrderListFilter>
type HouseFilter = keyof typeof HOUSE_FILTERS
const houseFilters = Object.keys(HOUSE_FILTERS) as HouseFilter[]

/**
 * Counts what the filters of the house and those of the caller find, all in one statement, after
 * another one that reads the caller's.
 */
export async function countOrders(
  db: Db,
  now: Date,
  { brandId, userId }: { brandId: number | undefined; userId: number | undefined },
): Promise<OrderCounts> {
  const { brands } = await readCatalogue(db)
  // The shop's days are those of its first brand, as in reports.
  const zone = brands[0]?.timeZone ?? 'UTC'
  const date = toLocalDate(now, zone)
  const own = userId === undefined ? [] : await listSavedFilters(db, userId)
  const filters = [...houseFilters.map((name) => HOUSE_FILTERS[name]), ...own.map(({ filter }) => filter)]
  const counts = await countEach(db, filters, { brandId, date, zone, userId })
  const ofHouse = Object.fromEntries(houseFilters.map((name, at) => [name, counts[at] ?? 0]))
  return {
    date,
    monday: mondayOf(date),
    ...(ofHouse as Record<HouseFilter, number>),
    saved: own.map((one, at) => ({ ...one, count: counts[houseFilters.length + at] ?? 0 })),
  }
}

/** The first day of the week that a day belongs to. */
const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))

/** A filter as conditions on the orders of today. */
function readFilter(
  { status, flies, channel, weights, sold, refunded }: OrderListFilter,
  { date, zone, userId }: Asking,
): OrderConditions {
  const days = flies === undefined ? undefined : FLYING_DAYS[flies]
  const morningOf = (day: string) => instantOf(day, '00:00', zone)
  return {
    ...(status === undefined || status === WAITING_FOR_ANSWER ? {} : { statuses: [status] }),
    waiting: status === WAITING_FOR_ANSWER,
    ...(days ? { flies: { from: addDays(date, days.first), to: addDays(date, days.last) } } : {}),
    channel,
    weightsMissing: weights !== undefined,
    ...(sold === undefined ? {} : { sellerId: userId ?? 0, placedSince: morningOf(date) }),
    ...(refunded === undefined ? {} : { refundedSince: morningOf(mondayOf(date)) }),
  }
}

type CountStatement = ReturnType<typeof rawStatement<object, { counts: number[] }>>

/** How many statements are kept: one for each member of staff and what they keep as filters. */
const MOST_STATEMENTS = 100
const statements = new Map<string, CountStatement>()

/**
 * Counts with a statement that stays the same for a day: writing it takes longer than all else that
 * this process does to count.
 */
async function countEach(
  db: Db,
  filters: readonly OrderListFilter[],
  asking: Asking & { brandId: number | undefined },
): Promise<number[]> {
  const key = JSON.stringify([asking, filters])
  const count = statements.get(key) ?? writeStatement(filters, asking)
  // The one that was used last is the last to leave.
  statements.delete(key)
  statements.set(key, count)
  const [oldest] = statements.keys()
  if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest)
  const [row] = await count(db, {})
  return row?.counts ?? []
}

const writeStatement = (
  filters: readonly OrderListFilter[],
  { brandId, ...asking }: Asking & { brandId: number | undefined },
): CountStatement =>
  rawStatement((db) => {
    const each = filters.map((filter) => {
      const first = db
        .select({ one: sql`1`.as('one') })
        .from(orders)
        .where(meetConditions({ brandId, ...readFilter(filter, asking) }))
        .limit(MOST)
      return sql`(select count(*)::int from (${first}) as first)`
    })
    return sql`select array[${sql.join(each, sql`, `)}] as counts`
  })
