import { type StaffSearch } from '#contract/staff-search.ts'
import { listCustomers } from '../accounts/customers/find-customers.ts'
import { type ApiDeps } from '../deps.ts'
import { findFlights } from '../flights/find-flights.ts'
import { findCode } from '../gifts/find-code.ts'
import { readOrderNumber } from '../orders/find-order-ids.ts'
import { listOrdersForStaff } from '../orders/list-all-orders.ts'
import { type CallerFacts } from '../rules/access/permissions.ts'
import { toLocalDate } from '../rules/time/local-time.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { findSearchableKinds } from './rules/searchable-kinds.ts'

/** The rows of each kind; more of them are in its list. */
const MOST_ROWS = 8
const PAGE = { limit: MOST_ROWS, offset: 0 }

/** Finds orders, flights, customers and codes by a text, of those kinds that the caller may list. */
export async function searchForStaff(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  caller: CallerFacts,
  text: string,
): Promise<StaffSearch> {
  const { db } = deps.database
  const now = deps.clock.now()
  const { brands, entries } = await readCatalogue(db)
  // The shop's days are those of its first brand, as in reports.
  const date = toLocalDate(now, brands[0]?.timeZone ?? 'UTC')
  const kinds = findSearchableKinds(caller)
  const productNames = entries.map(({ product }) => product.name)
  const [flights, orders, customers, code] = await Promise.all([
    kinds.includes('flights') ? findFlights(db, { text, date, productNames }, MOST_ROWS) : null,
    kinds.includes('orders') ? listOrdersForStaff(deps, { page: PAGE, now, text, firstDay: date }) : null,
    kinds.includes('customers') ? listCustomers(db, { text, page: PAGE }) : null,
    kinds.includes('codes') ? findCode(deps, text) : null,
  ])
  const codes = code && (code.found ? [code.found] : [])
  const found = {
    flights,
    orders: orders && { rows: orders.rows, count: orders.totalCount },
    customers: customers && { rows: customers.rows, count: customers.totalCount },
    codes: codes && { rows: codes, count: codes.length },
  }
  return {
    date,
    order_id: findNamedOrder(text, found),
    is_code: code !== null && (code.hasForm || code.found !== undefined),
    ...found,
  }
}

/** With its letter a number means an order; digits alone do if nothing else fits them. */
function findNamedOrder(
  text: string,
  { flights, orders, customers, codes }: Pick<StaffSearch, 'flights' | 'orders' | 'customers' | 'codes'>,
): number | null {
  const number = readOrderNumber(text)
  const named = orders?.rows.find(({ id }) => id === number)
  if (!named) return null
  const all = [flights, orders, customers, codes].reduce((sum, kind) => sum + (kind?.count ?? 0), 0)
  return all === 1 || /^o/i.test(text.trim()) ? named.id : null
}
