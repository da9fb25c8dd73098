import { promiseHash } from 'remix-utils/promise'
import { CallersReply, type PhoneCaller } from '#contract/caller.ts'
import { type Fare, FaresReply, type Product, ProductsReply, type Upgrade } from '#contract/catalogue.ts'
import { MOST_SALE_DAYS, type SaleDay, SaleDayReply } from '#contract/sale-day.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { loadUpgrades } from '../../selection/load-choice.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { addDays, countDays } from '../parts/add-days.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { findOpenDrawer } from './find-open-drawer.server.ts'
import { findHold, type SeatHold } from './hold.server.ts'
import { priceSale } from './price-sale.server.ts'
import { type SellAnswer } from './sell-answer.ts'
import { passengerName, type SaleKind, upgradeQuantity } from './sell-shape.ts'
import { type SellState } from './sell-state.ts'
import { readTyped, type TypedSale } from './typed-sale.server.ts'

/** The days of the strip. */
const STRIP_DAYS = 8

export interface SellChoice {
  state: SellState & { product: number | undefined; date: string }
  products: Pick<
    Product,
    'id' | 'name' | 'flight_duration_mins' | 'seat_price_total' | 'flight_price_total'
  >[]
  /** The caller; undefined for nobody yet, and for a new customer. */
  caller: PhoneCaller | undefined
  /** The customers that were found, when there are several or none. */
  found: { callers: PhoneCaller[]; more: boolean } | undefined
  /** The day and the days around it; undefined for gift cards. */
  day: SaleDay | undefined
  upgrades: Upgrade[]
  /** Who pays less than an adult; empty where everybody pays the same. */
  types: NonNullable<Product['offered_passenger_types']>
  /** The fares that are sold as gift cards. */
  fares: Pick<Fare, 'id' | 'name' | 'gift_price'>[]
  hold: SeatHold | undefined
  /** What a customer says yes to who wants texts; undefined where the brand sends none. */
  consent: string | undefined
  /** The seller's cash drawer is open. */
  drawer: boolean
  today: string
  zone: string
  /** The values that the form begins with. */
  values: TypedSale
  /** The price of what is chosen so far. */
  priced: SellAnswer | undefined
  /** Idempotency key of the form. */
  formKey: string
}

/** What can be sold to whom, as the address chooses it. @throws Response 503 */
export async function loadSellPage(staff: StaffVisit, asked: SellState): Promise<SellChoice> {
  const { brand, now, api } = staff.visit
  const query = { brand_id: brand.product_brand_ids, page_size: 100 }
  const { products, caller, hold, drawer } = await promiseHash({
    products: api.get('/v1/products', ProductsReply, { query }),
    caller: findCaller(staff, asked),
    hold: findHold(staff, asked.hold),
    drawer: findOpenDrawer(staff),
  })
  const offered = requireData(products).products
  const product = offered.find(({ id }) => id === asked.product) ?? offered[0]
  const today = toLocalDate(now.toISOString(), brand.time_zone)
  const begun = {
    ...asked,
    product: product?.id,
    kind: product ? soldAs(product, asked.kind) : asked.kind,
    date: asked.date ?? today,
    customer: caller.caller ? caller.caller.id : asked.customer === 'new' ? ('new' as const) : undefined,
  }
  const dated = begun.kind !== 'gift_card' && product !== undefined
  const { day, upgrades, fares } = await promiseHash({
    day: dated ? findSaleDay(staff, begun, [], asked.date === undefined) : Promise.resolve(undefined),
    upgrades: dated ? loadUpgrades(staff.visit, product) : Promise.resolve([]),
    fares:
      begun.kind === 'gift_card' && product?.enable_bnsl ? findFares(staff, product) : Promise.resolve([]),
  })
  const state = { ...begun, date: day?.date ?? begun.date }
  const types = begun.kind === 'seat' ? (product?.offered_passenger_types ?? []) : []
  const typed = withoutOtherTypes(readTyped(staff.visit), types)
  const choice = {
    state,
    products: offered.map(({ id, name, flight_duration_mins, seat_price_total, flight_price_total }) => ({
      ...{ id, name, flight_duration_mins, seat_price_total, flight_price_total },
    })),
    ...caller,
    day,
    upgrades,
    types,
    fares,
    hold,
    drawer,
    today,
    zone: brand.time_zone,
    consent: brand.text_consent ?? undefined,
    values: firstValues({ state, caller: caller.caller, fares, upgrades, typed }),
    formKey: crypto.randomUUID(),
  }
  const isChosen = state.kind === 'gift_card' ? fares.length > 0 : state.departure !== undefined
  return {
    ...choice,
    priced: isChosen ? await priceSale(staff, state.kind, firstForm(choice.values)) : undefined,
  }
}

/** A product without prices for seats is sold as a whole aircraft, and the other way round. */
function soldAs(product: Product, kind: SaleKind): SaleKind {
  if (kind === 'seat' && product.seat_price === null) return 'flight'
  return kind === 'flight' && product.flight_price === null ? 'seat' : kind
}

const NOBODY = { caller: undefined, found: undefined }

/** One match is the caller at once; several and none are shown. */
async function findCaller(
  { userApi }: StaffVisit,
  { customer, q }: SellState,
): Promise<Pick<SellChoice, 'caller' | 'found'>> {
  if (customer === 'new' || (customer === undefined && q === '')) return NOBODY
  const query = customer === undefined ? { q } : { id: customer }
  const found = requireData(await userApi.get('/v1/callers', CallersReply, { query }))
  const [first, ...others] = found.callers
  return first && others.length === 0 ? { caller: first, found: undefined } : { caller: undefined, found }
}

/**
 * The day and the days around it, for a party with these weights.
 *
 * @param isFree nobody has chosen a day yet, so it is the first that is still sold
 */
export async function findSaleDay(
  { userApi, visit }: StaffVisit,
  state: SellChoice['state'],
  weights: (number | null)[],
  isFree = false,
): Promise<SaleDay | undefined> {
  const { product, date, kind, people } = state
  if (product === undefined || kind === 'gift_card') return undefined
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const sale_day = {
    product_id: product,
    selling_brand_id: visit.brand.id,
    date,
    ...stripOf(state, today),
    first_open: isFree,
    quantity_type: kind,
    quantity: people,
    weights,
  }
  const read = await userApi.post('/v1/sale_days', SaleDayReply, { body: { sale_day } })
  return read.ok ? read.data.sale_day : undefined
}

/** Eight days with the chosen one among them, from today on, or the days of its month. */
function stripOf({ date, from, month }: SellChoice['state'], today: string) {
  if (month) {
    const first = `${(from ?? date).slice(0, 7)}-01`
    const next = addDays(first, 31).slice(0, 7)
    return {
      from_date: first,
      days: Math.min(MOST_SALE_DAYS, countDays({ from: first, to: `${next}-01` }) - 1),
    }
  }
  const begin = from ?? today
  const isShown = date >= begin && date < addDays(begin, STRIP_DAYS)
  return { from_date: isShown ? begin : date, days: STRIP_DAYS }
}

async function findFares({ userApi }: StaffVisit, product: Product): Promise<SellChoice['fares']> {
  const listed = await userApi.get('/v1/fares', FaresReply, {
    query: { product_id: product.id, page_size: 100 },
  })
  return requireData(listed).fares.flatMap(({ id, name, giftable, gift_price }) =>
    giftable ? { id, name, gift_price } : [],
  )
}

interface Beginning extends Pick<SellChoice, 'state' | 'caller' | 'fares' | 'upgrades'> {
  /** What was typed before the last choice. */
  typed: TypedSale
}

/** The values that the form begins with: what was typed before, and what is known of the caller. */
function firstValues({ state, caller, fares, upgrades, typed }: Beginning): TypedSale {
  const name = caller && getCustomerName({ ...caller, first_passenger: null, email: '' })
  return {
    ...Object.fromEntries(upgrades.map(({ id }) => [upgradeQuantity(id), '1'])),
    pay: 'link',
    fare: String(fares[0]?.id ?? ''),
    ...newCustomer(state),
    ...(name === undefined ? {} : { [passengerName(1)]: name }),
    ...typed,
    ...(caller ? { full_name: name ?? '', email: caller.email ?? '', phone: caller.phone ?? '' } : {}),
    departure: state.departure ?? '',
    quantity: state.kind === 'gift_card' ? (typed['quantity'] ?? '1') : String(state.people),
  }
}

/** What was typed, without passenger types that this product does not have. */
const withoutOtherTypes = (typed: TypedSale, types: SellChoice['types']): TypedSale =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) => !/^type_\d+$/.test(name) || types.some(({ id }) => String(id) === value),
    ),
  )

/** What was typed to find them is all that is known of a new customer. */
function newCustomer({ customer, q }: SellState): TypedSale {
  if (customer !== 'new' || q === '') return {}
  if (q.includes('@')) return { email: q }
  return /\d/.test(q) ? { phone: q } : { full_name: q, [passengerName(1)]: q }
}

function firstForm(values: TypedSale): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) form.append(name, one)
  return form
}
