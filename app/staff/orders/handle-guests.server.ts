import { z } from 'zod'
import {
  type GuestQuote,
  GuestQuoteReply,
  type GuestToAdd,
  StaffAddGuestsReply,
} from '#contract/added-guests.ts'
import { inPersonMethods, type ReferenceField } from '#contract/means-of-payment.ts'
import { OrderReply } from '#contract/order.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { guestsDonePath } from '../../orders/guest-choice.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  answerWithPrice,
  answerWithRefusal,
  type ChangeAnswer,
  paymentOf,
  referenceOf,
  REFERENCES,
} from './change-form.server.ts'
import { guestName, guestRows, guestShape, guestType, guestWeight, readGuestCount } from './guest-form.ts'

export type StaffGuestsAnswer = ChangeAnswer<GuestQuote>

const WEIGHT = 'Please input a weight in pounds'

/** @param count how many guests have fields */
function guestForm(count: number) {
  const rows = guestRows(count)
  const weight = z.number({ error: WEIGHT }).int(WEIGHT).min(1, WEIGHT).max(999, WEIGHT).optional()
  return z
    .object({
      ...Object.fromEntries(rows.map((at) => [guestName(at), z.string().trim().max(120).default('')])),
      ...Object.fromEntries(rows.map((at) => [guestWeight(at), weight])),
      ...Object.fromEntries(rows.map((at) => [guestType(at), z.number().int().optional().catch(undefined)])),
      ...REFERENCES,
    })
    .transform((typed) => {
      const values = new Map<string, unknown>(Object.entries(typed))
      const guests = rows.map((at): GuestToAdd => {
        const [name, lbs, type] = [guestName(at), guestWeight(at), guestType(at)].map((one) =>
          values.get(one),
        )
        return {
          ...(typeof name === 'string' && name !== '' ? { full_name: name } : {}),
          ...(typeof lbs === 'number' ? { weight: lbs } : {}),
          ...(typeof type === 'number' ? { passenger_type_id: type } : {}),
        }
      })
      const reference = (field: ReferenceField) => {
        const sent = values.get(field)
        return typeof sent === 'string' ? sent : ''
      }
      return { guests, reference }
    })
}

const GuestButtons = z.object({
  intent: z.enum(['price', 'add', ...inPersonMethods, 'link']).catch('price'),
  key: z.string().default(''),
  /** What the price showed. */
  due: z.number().default(0),
  total: z.number().default(0),
  party: z.number().int().default(0),
})
const FlightQuery = z.coerce.number().int().positive().optional().catch(undefined)

/**
 * The order, whom it can take along on which flight, and for how many guests the form has fields.
 * @throws Response 404, 503
 */
export async function loadStaffGuests({ userApi }: StaffVisit, orderId: string, query: URLSearchParams) {
  const { order } = requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply))
  const flight_id = readFlight(query) ?? order.flights[0]?.flight_id
  const body = { guests: [], ...(flight_id === undefined ? {} : { flight_id }) }
  const path = `/v1/orders/${orderId}/staff_guest_quotes`
  const open = requireData(await userApi.post(path, GuestQuoteReply, { body })).guest_quote
  return { order, open, count: readGuestCount(query), formKey: crypto.randomUUID() }
}

const readFlight = (query: URLSearchParams) => FlightQuery.parse(query.get('flight') ?? undefined)

/** Always shows the price first; what is added is what was shown. */
export async function handleStaffGuests(
  staff: StaffVisit,
  request: Request,
  orderId: string,
  form: FormData,
): Promise<StaffGuestsAnswer | { said: string }> {
  const { userApi, visit } = staff
  const query = new URL(request.url).searchParams
  const count = readGuestCount(query)
  const submission = parseForm(form, guestForm(count))
  const { intent, key, due, total, party } = requireForm(form, GuestButtons)
  const field = referenceOf(intent)
  const answerWith = (status: number, why: Refusal = {}): StaffGuestsAnswer => ({
    status,
    answer: refuseForm(guestShape(count), submission, { ...why, errors: placeErrors(why, field) }),
  })
  if (submission.status !== 'success') return answerWith(422)
  const { guests, reference } = submission.value
  const flight_id = readFlight(query)
  const input = { guests, ...(flight_id === undefined ? {} : { flight_id }) }
  const path = `/v1/orders/${orderId}`
  const shown = await userApi.post(`${path}/staff_guest_quotes`, GuestQuoteReply, { body: input })
  if (!shown.ok) return answerWith(shown.status, shown)
  const quote = shown.data.guest_quote
  if (intent === 'price') return answerWithPrice(answerWith, quote)
  const number = field === undefined ? undefined : reference(field)
  const returnPath = guestsDonePath(quote.order_id)
  const money = paymentOf(staff, request, { intent, due, reference: number, returnPath })
  const body = { added_guests: { ...input, party, updated_total_price: total, ...money } }
  const done = await userApi.post(`${path}/staff_guests`, StaffAddGuestsReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (done.ok) {
    const { payment_link: link } = done.data
    const many = guests.length === 1 ? 'The guest' : `${String(guests.length)} guests`
    if (link)
      return {
        said:
          `The seats are kept until ${formatDateTime(link.held_until, visit.brand.time_zone)}. A link to ` +
          `pay ${formatDollars(due)} was mailed to ${link.mailed_to}; the party grows once it is paid.`,
      }
    const paid = intent === 'add' ? '' : ` ${formatDollars(due)} taken.`
    return { said: `${many} joined the party.${paid} A mail tells the customer.` }
  }
  return answerWithRefusal(answerWith, quote, { refused: done, key })
}

/** The fields of `/v1` by the names of the form. */
function placeErrors({ errors = {} }: Refusal, reference: string | undefined) {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const [, at, of] = /^(?:added_guests\.)?guests(?:\.(\d+))?(?:\.(\w+))?$/.exec(name) ?? []
      if (of === 'weight') return [guestWeight(Number(at) + 1), messages]
      if (of === 'full_name') return [guestName(Number(at) + 1), messages]
      if (name.startsWith('guests')) return [guestType(Number(at ?? 0) + 1), messages]
      const isReference = name.endsWith('reader_reference') && reference !== undefined
      return [isReference ? reference : name, messages]
    }),
  )
}
