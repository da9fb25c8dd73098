import { AvailabilityDayReply } from '#contract/availability.ts'
import { ProductsReply } from '#contract/catalogue.ts'
import { PaymentLinkReply } from '#contract/counter.ts'
import { OrderReply } from '#contract/order.ts'
import { LocalDate } from '#contract/primitives.ts'
import { localDateOf } from '../checkout/local-time.ts'
import { type SellTyped } from '../desk/sell-page.tsx'
import { type DeskVisit } from './desk.server.ts'
import { isUnclear, textOf } from './handle-desk-order.server.ts'
import { requireData } from './load-checkout.server.ts'
import { onceKey } from './once-key.server.ts'
import { getShopOrigin } from './shop-origin.server.ts'

/** The flights that the desk sells, and the departures of the chosen one on a day. @throws Response 503 */
export async function loadSellPage({ own, visit }: DeskVisit, query: URLSearchParams) {
  const { brand, now } = visit
  const asked = { brand_id: brand.product_brand_ids, page_size: 100 }
  const { products } = requireData(await own.get('/v1/products', ProductsReply, { query: asked }))
  const known = products.map(({ id, name }) => ({ id, name }))
  const product = known.find(({ id }) => String(id) === query.get('product')) ?? known[0]
  const date = LocalDate.safeParse(query.get('date')).data ?? localDateOf(now.toISOString(), brand.time_zone)
  const day = product && (await own.get('/v1/availability/day', AvailabilityDayReply, { query: { product_id: product.id, date, brand_id: brand.id } })) // prettier-ignore
  return {
    products: known,
    product: String(product?.id ?? ''),
    date,
    day: day?.ok ? day.data.availability : null,
    nonce: crypto.randomUUID(),
  }
}

const readTyped = (form: FormData): SellTyped => {
  const of = (name: string) => textOf(form, name)
  return {
    departure: of('departure'),
    quantity: of('quantity'),
    names: of('names').slice(0, 8000),
    email: of('email'),
    full_name: of('full_name'),
    phone: of('phone'),
    channel: of('channel') === 'phone' ? 'phone' : 'counter',
  }
}

/** "Ada Lind, 150" on each line. */
function readPassengers(names: string) {
  const lines = names.split('\n').map((line) => line.trim()).filter(Boolean) // prettier-ignore
  return lines.map((line) => {
    const [, name = line, weight] = /^(.*?)(?:[,;]\s*(\d{1,3})(?:\s*lbs?)?)?$/.exec(line) ?? []
    return { full_name: name, ...(weight === undefined ? {} : { weight: Number(weight) }) }
  })
}

/** `key` of a sale that may have been made all the same: only the same form makes it once. */
export type Sold = { order: string } | { status: number; failure: string; typed: SellTyped; key?: string }

/** Holds seats for somebody, once for a form however often it is sent; who pays by a link has it mailed at once. */
export async function sellSeats({ own, visit }: DeskVisit, request: Request, form: FormData): Promise<Sold> {
  const typed = readTyped(form)
  const [departure = '', at = ''] = typed.departure.split(' ')
  const people = readPassengers(typed.names)
  const quantity = Number(typed.quantity)
  const refuse = (failure: string, status = 422): Sold => ({ status, failure, typed })
  if (typed.departure === '') return refuse('Please choose a departure.')
  if (people.length > quantity) return refuse('There are more names than seats.')
  const order = {
    brand_id: visit.brand.id,
    channel: typed.channel,
    customer: { email: typed.email, full_name: typed.full_name, phone: typed.phone },
    order_item_seats_attributes: [{ departure_id: Number(departure), depart_at: at, quantity }],
    passengers_attributes: people,
    terms_and_conditions: true,
  }
  const key = textOf(form, 'key')
  const placed = await own.post('/v1/orders', OrderReply, { body: { order }, ...onceKey(key, order) })
  if (!placed.ok) return { ...refuse(placed.message, placed.status), ...(isUnclear(placed) ? { key } : {}) }
  const { id } = placed.data.order
  if (typed.channel === 'phone') {
    const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
    const body = { payment_link: { url: `${origin}/pay` } }
    // Without it the order stands all the same: its page has the button for another try.
    await own.post(`/v1/orders/${String(id)}/payment_links`, PaymentLinkReply, { body, ...onceKey(key, id) })
  }
  return { order: String(id) }
}
