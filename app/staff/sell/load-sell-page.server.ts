import { z } from 'zod'
import { type AvailabilityDay, AvailabilityDayReply } from '#contract/availability.ts'
import { type Fare, FaresReply, type Product, ProductsReply, type Upgrade } from '#contract/catalogue.ts'
import { LocalDate, QueryId } from '#contract/primitives.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { SALE_KINDS, type SaleKind } from './sell-shape.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadUpgrades } from '../../selection/load-choice.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

export interface SellChoice {
  products: { id: number; name: string }[]
  product: string
  kind: SaleKind
  date: string
  /** Departures that can be had, of seats or of a whole aircraft. */
  departures: AvailabilityDay['departures']
  upgrades: Upgrade[]
  /** What gift cards are sold for. */
  fares: Pick<Fare, 'id' | 'name'>[]
  /** Of the form: sent twice it sells once. */
  nonce: string
}

const SellQuery = z.object({
  kind: z.enum(SALE_KINDS).catch('seat'),
  product: QueryId.optional().catch(undefined),
  date: LocalDate.optional().catch(undefined),
})

/** What can be sold of the chosen flight on the chosen day. @throws Response 503 */
export async function loadSellPage(staff: StaffVisit, query: URLSearchParams): Promise<SellChoice> {
  const { userApi, visit } = staff
  const { brand, now } = visit
  const asked = { brand_id: brand.product_brand_ids, page_size: 100 }
  const { products } = requireData(await userApi.get('/v1/products', ProductsReply, { query: asked }))
  const { kind, ...wanted } = SellQuery.parse(Object.fromEntries(query))
  const product = products.find(({ id }) => id === wanted.product) ?? products[0]
  const date = wanted.date ?? toLocalDate(now.toISOString(), brand.time_zone)
  const dated = kind !== 'gift_card' && product !== undefined
  return {
    products: products.map(({ id, name }) => ({ id, name })),
    product: String(product?.id ?? ''),
    kind,
    date,
    departures: dated ? await findDepartures(staff, product, { date, kind }) : [],
    upgrades: dated ? await loadUpgrades(visit, product) : [],
    fares: kind === 'gift_card' && product?.enable_bnsl ? await findFares(staff, product) : [],
    nonce: crypto.randomUUID(),
  }
}

async function findDepartures(
  { userApi, visit }: StaffVisit,
  product: Product,
  { date, kind }: { date: string; kind: SaleKind },
): Promise<SellChoice['departures']> {
  const query = { product_id: product.id, date, selling_brand_id: visit.brand.id }
  const day = await userApi.get('/v1/availability/day', AvailabilityDayReply, { query })
  const all = day.ok ? day.data.availability.departures : []
  return all.filter((one) =>
    kind === 'flight'
      ? one.whole_flight_available && one.flight_price !== null
      : one.status === 'open' && one.seat_price !== null,
  )
}

async function findFares({ userApi }: StaffVisit, product: Product): Promise<SellChoice['fares']> {
  const listed = await userApi.get('/v1/fares', FaresReply, {
    query: { product_id: product.id, page_size: 100 },
  })
  return requireData(listed).fares.flatMap(({ id, name, giftable }) => (giftable ? { id, name } : []))
}
