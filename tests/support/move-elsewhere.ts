import { AvailabilityDayReply } from '#contract/availability.ts'
import { type Order } from '#contract/order.ts'
import { type RescheduleQuote, RescheduleQuoteReply, StaffRescheduleReply } from '#contract/reschedule.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'
import { type Answer } from './test-api.ts'

type Shop = Pick<PayingShop, 'call'>
type Wish = Record<string, unknown>

/** Lists the departures of a product on a day that have room. */
export async function departuresOf(
  shop: Shop,
  token: string,
  productId: number,
  date: string,
): Promise<Flight[]> {
  const path = `/v1/availability/day?product_id=${String(productId)}&date=${date}&selling_brand_id=1`
  const { availability } = AvailabilityDayReply.parse((await shop.call('GET', path, { token })).body)
  return availability.departures
    .filter(({ status }) => status === 'open')
    .map(({ departure_id: departureId, depart_at: departAt }) => ({ departureId, departAt }))
}

/** What staff ask for: a departure, and the product that it is of. */
export const elsewhere = (productId: number, { departureId, departAt }: Flight, more: Wish = {}) => ({
  ...{ product_id: productId, departure_id: departureId, depart_at: departAt },
  ...more,
})

export async function quoteByStaff(
  shop: Shop,
  token: string,
  { id }: Pick<Order, 'id'>,
  wish: Wish,
): Promise<RescheduleQuote> {
  const answer = await shop.call('POST', `/v1/orders/${String(id)}/staff_reschedule_quotes`, {
    ...{ token, body: wish },
  })
  return RescheduleQuoteReply.parse(answer.body).reschedule_quote
}

let slips = 0

/** Moves an order at the price that the quote says, which is paid by the card terminal. */
export async function moveByStaff(
  shop: Shop,
  token: string,
  order: Pick<Order, 'id'>,
  wish: Wish,
): Promise<Answer> {
  const quote = await quoteByStaff(shop, token, order, wish)
  return sendMove(shop, token, order, wish, quote)
}

export function sendMove(
  shop: Shop,
  token: string,
  { id }: Pick<Order, 'id'>,
  wish: Wish,
  { amount_due: amount, lines, reschedule_price_difference, quote }: RescheduleQuote,
): Promise<Answer> {
  const fee = lines.find(({ kind }) => kind === 'reschedule_fee')?.amount ?? 0
  const items = { reschedule_fee: fee, reschedule_price_difference }
  slips += 1
  const payment = { method: 'reader', amount, reader_reference: `E-${String(slips)}-${String(id)}` }
  const reschedule = {
    ...{ reason: 'At the counter', ...wish, items },
    ...(quote === null ? {} : { quote }),
    ...(amount === null ? {} : { payment }),
  }
  return shop.call('POST', `/v1/orders/${String(id)}/staff_reschedules`, { token, body: { reschedule } })
}

export const readMoved = (answer: Answer) => {
  if (answer.status !== 201) throw new Error(`not moved: ${JSON.stringify(answer.body)}`)
  return StaffRescheduleReply.parse(answer.body)
}
