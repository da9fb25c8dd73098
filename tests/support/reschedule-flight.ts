import { Temporal } from 'temporal-polyfill'
import { type Order } from '#contract/order.ts'
import { type RescheduleQuote, RescheduleQuoteReply, RescheduleReply } from '#contract/reschedule.ts'
import { type Flight, type PayingShop, RETURN_URL } from './paying-shop.ts'
import { type Answer } from './test-api.ts'

export const VISA_PAYMENT = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }

/** Finds a departure of "The New Yorker" on a day by its time at the terminal. */
export async function flightAt(
  { deps }: Pick<PayingShop, 'deps'>,
  day: string,
  time: string,
): Promise<Flight> {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`)
  const { rows } = await deps.database.query(
    'select id from departures where product_id = 6 and day_of_week = $1 and time = $2',
    [local.dayOfWeek % 7, time],
  )
  return {
    departureId: Number(rows[0]?.['id']),
    departAt: local.toZonedDateTime('America/New_York').toInstant().toString(),
  }
}

type Bought = { buyer: { token: string }; order: Pick<Order, 'id'> }
type Wish = Record<string, unknown>

export async function quoteReschedule(
  shop: Pick<PayingShop, 'call'>,
  { buyer, order }: Bought,
  to?: Flight,
  more: Wish = {},
): Promise<RescheduleQuote> {
  const where = to ? { departure_id: to.departureId, depart_at: to.departAt } : {}
  const path = `/v1/orders/${String(order.id)}/reschedule_quotes`
  const answer = await shop.call('POST', path, { token: buyer.token, body: { ...where, ...more } })
  return RescheduleQuoteReply.parse(answer.body).reschedule_quote
}

/** Sends the request that section 7 prints, with the figures of a quote or other ones. */
export function requestReschedule(
  shop: Pick<PayingShop, 'call'>,
  { buyer, order }: Bought,
  to: Flight,
  { fee, difference, ...more }: Wish & { fee: number; difference: number },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return shop.call('PATCH', `/v1/orders/${String(order.id)}/reschedule_flight`, {
    token: buyer.token,
    headers,
    body: {
      items: { reschedule_fee: fee, reschedule_price_difference: difference },
      departure_id: to.departureId,
      depart_at: to.departAt,
      ...more,
    },
  })
}

export const readRescheduled = (answer: Answer) => {
  if (answer.status !== 200) throw new Error(`not moved: ${JSON.stringify(answer.body)}`)
  return RescheduleReply.parse(answer.body)
}

/** Counts the sold and held seats of a departure's flights. */
export async function countSeats({ deps }: Pick<PayingShop, 'deps'>, { departureId, departAt }: Flight) {
  const { rows } = await deps.database.query(
    `select coalesce(sum(f.seats_sold), 0)::int as sold, coalesce(sum(f.seats_held), 0)::int as held
      from flights f join slots s on s.id = f.slot_id where s.departure_id = $1 and s.depart_at = $2`,
    [departureId, departAt],
  )
  return { sold: Number(rows[0]?.['sold']), held: Number(rows[0]?.['held']) }
}
