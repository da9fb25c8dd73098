import { type AvailabilityDay, AvailabilityDayReply } from '#contract/availability.ts'
import { isInPersonMethod } from '#contract/means-of-payment.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { LocalDate } from '#contract/primitives.ts'
import { type RescheduleQuote, RescheduleQuoteReply, StaffRescheduleReply } from '#contract/reschedule.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { toLocalDate } from '../../format/local-time.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { changeConfirmationPath } from '../../orders/pay-by-link.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { isOutcomeUnknown } from '../../visit/api-result.ts'
import { readReferences, type TypedReferences } from './typed-references.ts'
import { readFormText } from '../parts/form-text.server.ts'

export interface RescheduleFormValues {
  flight: string
  departure: string
  passengerIds: number[]
  waiveFee: boolean
  credit: boolean
  reason: string
  references: TypedReferences
}

export interface StaffRescheduleAnswer {
  status: number
  failure?: string
  typed: RescheduleFormValues
  /** What it costs; nothing is moved yet. */
  quote?: RescheduleQuote
  /** Of a move that may have been made all the same: only the same form makes it once. */
  key?: string
}

const idOf = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** What can be moved of an order, and where to on the asked day. @throws Response 404, 503 */
export async function loadStaffReschedule(staff: StaffVisit, orderId: string, query: URLSearchParams) {
  const { userApi, visit } = staff
  const { order } = requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply))
  const flight_id = idOf(query.get('flight')) ?? order.flights[0]?.flight_id
  const body = flight_id === undefined ? {} : { flight_id }
  const asked = await userApi.post(`/v1/orders/${orderId}/staff_reschedule_quotes`, RescheduleQuoteReply, {
    body,
  })
  const reschedulable = requireData(asked).reschedule_quote
  const today = toLocalDate(visit.now.toISOString(), visit.brand.time_zone)
  const date = LocalDate.safeParse(query.get('date')).data ?? order.flights[0]?.local_date ?? today
  const leaves = order.flights.find((one) => one.flight_id === flight_id) ?? order.flights[0]
  const departures = leaves ? await findDepartures(staff, order, leaves, date) : []
  return { order, movable: reschedulable, date, departures, formKey: crypto.randomUUID() }
}

/** Where there is room on a day, but for the departure that is left. */
async function findDepartures(
  { userApi, visit }: StaffVisit,
  { quantity_type: unit }: Order,
  leaves: Order['flights'][number],
  date: string,
): Promise<AvailabilityDay['departures']> {
  const query = { product_id: leaves.product_id, date, selling_brand_id: visit.brand.id }
  const day = await userApi.get('/v1/availability/day', AvailabilityDayReply, { query })
  const all = day.ok ? day.data.availability.departures : []
  const others = all.filter(
    (one) =>
      one.departure_id !== leaves.departure_id || Date.parse(one.depart_at) !== Date.parse(leaves.depart_at),
  )
  return others.filter((one) =>
    unit === 'seat'
      ? one.status === 'open' && one.seat_price !== null
      : one.whole_flight_available && one.flight_price !== null,
  )
}

const readTyped = (form: FormData): RescheduleFormValues => ({
  flight: readFormText(form, 'flight'),
  departure: readFormText(form, 'departure'),
  passengerIds: form.getAll('who').map(Number).filter(Number.isSafeInteger),
  waiveFee: form.get('waive') === 'yes',
  credit: form.get('credit') === 'yes',
  reason: readFormText(form, 'reason'),
  references: readReferences((field) => readFormText(form, field)),
})

/** The same wish for the price and for the move. */
function toRescheduleRequest(
  { flight, departure, passengerIds, waiveFee, credit }: RescheduleFormValues,
  size: number,
) {
  const [id, depart_at = ''] = departure.split(' ')
  const from = idOf(flight)
  return {
    departure_id: Number(id),
    depart_at,
    ...(from === undefined ? {} : { flight_id: from }),
    ...(passengerIds.length > 0 && passengerIds.length < size
      ? { passenger_ids: passengerIds, quantity: passengerIds.length }
      : {}),
    waive_fee: waiveFee,
    apply_user_credit: credit,
  }
}

/** The price first, always; what is moved is what was seen. */
export async function handleStaffReschedule(
  { userApi, visit }: StaffVisit,
  request: Request,
  orderId: string,
  form: FormData,
): Promise<StaffRescheduleAnswer | { said: string }> {
  const typed = readTyped(form)
  const refuse = (status: number, failure: string): StaffRescheduleAnswer => ({ status, failure, typed })
  if (typed.departure === '') return refuse(422, 'Please choose a departure.')
  if (typed.waiveFee && typed.reason === '') return refuse(422, 'Please say why no fee is taken.')
  const { order } = requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply))
  const party = idOf(readFormText(form, 'party')) ?? order.passengers.length
  if (party > 1 && form.has('party') && typed.passengerIds.length === 0)
    return refuse(422, 'Please choose who moves.')
  const input = toRescheduleRequest(typed, party)
  const path = `/v1/orders/${orderId}`
  const intent = readFormText(form, 'intent')
  const shown = await userApi.post(`${path}/staff_reschedule_quotes`, RescheduleQuoteReply, { body: input })
  if (!shown.ok) return refuse(shown.status, shown.message)
  const quote = shown.data.reschedule_quote
  if (intent !== 'move' && intent !== 'link' && !isInPersonMethod(intent)) {
    return quote.message === null ? { status: 200, typed, quote } : refuse(422, quote.message)
  }
  const due = Number(readFormText(form, 'due'))
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const way = { url: `${origin}/pay`, return_url: `${origin}${changeConfirmationPath(order.id)}` }
  const taken = isInPersonMethod(intent) ? { reader_reference: typed.references[intent] } : way
  const money = intent === 'move' ? {} : { payment: { method: intent, amount: due, ...taken } }
  const claims = {
    reschedule_fee: Number(readFormText(form, 'fee')),
    reschedule_price_difference: Number(readFormText(form, 'difference')),
  }
  const kept = readFormText(form, 'quote')
  const reschedule = {
    ...input,
    reason: typed.reason,
    items: claims,
    ...(kept ? { quote: kept } : {}),
    ...money,
  }
  const key = readFormText(form, 'key')
  const body = { reschedule }
  const done = await userApi.post(`${path}/staff_reschedules`, StaffRescheduleReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (done.ok) {
    const { payment_link: link } = done.data
    if (link)
      return {
        said:
          `The new seats are kept until ${formatDateTime(link.held_until, visit.brand.time_zone)}. ` +
          `A link to pay ${formatDollars(due)} was mailed to ${link.mailed_to}; the flight moves ` +
          'once it is paid.',
      }
    const paid = intent === 'move' ? '' : ` ${formatDollars(due)} taken.`
    return { said: `The flight is moved.${paid} A mail tells the customer.` }
  }
  const answer = refuse(done.status, done.message)
  const again = quote.message === null ? { ...answer, quote } : answer
  return isOutcomeUnknown(done) ? { ...again, key } : again
}
