import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import {
  AvailabilityDayReply,
  type AvailabilityMonth,
  AvailabilityMonthReply,
} from '#contract/availability.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type RescheduleQuote, RescheduleQuoteReply, RescheduleSubjectReply } from '#contract/reschedule.ts'
import { toLocalDate } from '../format/local-time.ts'
import { firstOpenDay } from '../catalogue/month-grid.ts'
import {
  type RescheduleChoice,
  toRescheduleParty,
  listReschedulingParty,
  readRescheduleChoice,
} from './reschedule-choice.ts'
import { type RescheduleDeparture, type ReschedulePageData } from './reschedule-page-data.ts'
import { loadCardPart } from '../payments/card-payer.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

export interface RescheduleSubject {
  order: Order
  flightId: number
}

/**
 * The order and the flight of an address, for its buyer.
 *
 * @throws Response 303 to the page that mails a link for a visitor, 404 for an order of others
 */
export async function requireRescheduleSubject({ userApi }: Visit, item: string): Promise<RescheduleSubject> {
  if (!userApi) throw redirect('/reschedule-flight', { status: 303, headers: PRIVATE_HEADERS })
  const found = await userApi.get(`/v1/reschedules/${item}`, RescheduleSubjectReply)
  if (!found.ok && [401, 403, 404].includes(found.status)) {
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  }
  const { order_id: orderId, flight_id: flightId } = requireData(found).reschedule
  const { order } = requireData(await userApi.get(`/v1/orders/${String(orderId)}`, OrderReply))
  return { order, flightId }
}

/** The price of rescheduling, as far as it is known; undefined if the service does not answer. */
export async function fetchRescheduleQuote(
  { userApi }: Visit,
  { order, flightId }: RescheduleSubject,
  more: Record<string, unknown> = {},
): Promise<RescheduleQuote | undefined> {
  const path = `/v1/orders/${String(order.id)}/reschedule_quotes`
  const result = await userApi?.post(path, RescheduleQuoteReply, { body: { flight_id: flightId, ...more } })
  return result?.ok ? result.data.reschedule_quote : undefined
}

/**
 * All data of the page: days, departures with their price differences, and the price of the choice.
 */
export async function loadReschedulePage(
  visit: Visit,
  request: Request,
  subject: RescheduleSubject,
): Promise<ReschedulePageData> {
  const url = new URL(request.url)
  const { order, flightId } = subject
  const flight = order.flights.find((one) => one.flight_id === flightId)
  const open = requireMove(await fetchRescheduleQuote(visit, subject))
  if (!flight) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  const { phone, email } = visit.brand
  const choice = readRescheduleChoice(url.searchParams)
  const shown = {
    path: url.pathname,
    order: { id: order.id, number: order.number },
    flight,
    contact: { phone, email },
    open,
    formKey: randomUUID(),
    openPayment: openPaymentOf(order),
  }
  const empty = { month: undefined, day: undefined, departures: [], quote: undefined, pay: undefined }
  if (!open.open) return { ...shown, ...empty, choice }
  const { month, day } = await loadDays(visit, { open, flight, choice })
  const departures = await priceDepartures(visit, subject, { open, choice, departures: day.departures })
  const chosen = departures.find(({ departure }) => departure.departure_id === choice.departureId)
  const quote =
    chosen && listReschedulingParty(open, choice).length > 0
      ? await fetchRescheduleQuote(
          visit,
          subject,
          toRescheduleFields(open, choice, chosen.departure.depart_at),
        )
      : undefined
  const pay = quote && quote.quote !== null ? await loadCardPart(visit, quote) : undefined
  return { ...shown, choice: { ...choice, date: day.date }, month, day, departures, quote, pay }
}

/** The open hosted payment page of a reschedule. */
function openPaymentOf({ changes }: Order): string | undefined {
  const last = changes?.at(-1)
  return last?.kind === 'reschedule' ? (last.payment_url ?? undefined) : undefined
}

function requireMove(quote: RescheduleQuote | undefined): RescheduleQuote {
  if (quote) return quote
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}

/** The choice as `/v1` expects it. */
export const toRescheduleFields = (open: RescheduleQuote, choice: RescheduleChoice, departAt: string) => ({
  ...toRescheduleParty(open, choice),
  departure_id: choice.departureId,
  depart_at: departAt,
  apply_user_credit: choice.useCredit,
})

interface QuoteInput {
  open: RescheduleQuote
  choice: RescheduleChoice
}

async function loadDays(
  visit: Visit,
  { open, flight, choice }: QuoteInput & { flight: ReschedulePageData['flight'] },
) {
  const { api, brand, now } = visit
  const party = {
    product_id: flight.product_id,
    selling_brand_id: brand.id,
    quantity: Math.max(1, listReschedulingParty(open, choice).length || open.party),
    quantity_type: open.quantity_type,
  }
  const loadMonth = async (month: string) => {
    const query = { ...party, month }
    return requireData(await api.get('/v1/availability/month', AvailabilityMonthReply, { query }))
      .availability
  }
  const today = toLocalDate(now.toISOString(), flight.timezone)
  const requestedMonth = choice.month ?? choice.date?.slice(0, 7)
  const first = await loadMonth(requestedMonth ?? today.slice(0, 7))
  const later = first.first_available_date?.slice(0, 7)
  const month =
    requestedMonth || firstOpenDay(first) || !later || later === first.month ? first : await loadMonth(later)
  const date = choice.date ?? firstOpenDay(month) ?? month.first_available_date ?? month.from_date
  const query = { ...party, date }
  const day = requireData(await api.get('/v1/availability/day', AvailabilityDayReply, { query })).availability
  return { month: withoutPrices(month), day }
}

/**
 * The calendar shows no prices: those of a purchase do not apply, because a reschedule costs the
 * difference only.
 */
const withoutPrices = ({ days, ...month }: AvailabilityMonth): AvailabilityMonth => ({
  ...month,
  days: days.map((day) => ({ ...day, from_price_total: null, best_price: false })),
})

async function priceDepartures(
  visit: Visit,
  subject: RescheduleSubject,
  { open, choice, departures }: QuoteInput & { departures: RescheduleDeparture['departure'][] },
): Promise<RescheduleDeparture[]> {
  return Promise.all(
    departures.map(async (departure) => {
      const { departure_id: departureId, depart_at: departAt, status } = departure
      if (status !== 'open') return { departure, difference: undefined, message: null }
      const input = toRescheduleFields(open, { ...choice, departureId, useCredit: false }, departAt)
      const quote = await fetchRescheduleQuote(visit, subject, input)
      if (!quote || quote.quote === null)
        return { departure, difference: undefined, message: quote?.message ?? null }
      return { departure, difference: quote.reschedule_price_difference, message: null }
    }),
  )
}
