import { z } from 'zod'
import { inPersonMethods } from '#contract/means-of-payment.ts'
import { OrderReply } from '#contract/order.ts'
import { Id } from '#contract/primitives.ts'
import { type RescheduleQuote, RescheduleQuoteReply, StaffRescheduleReply } from '#contract/reschedule.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { changeConfirmationPath } from '../../orders/pay-by-link.server.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import {
  answerWithPrice,
  answerWithRefusal,
  type ChangeAnswer,
  paymentOf,
  referenceOf,
  REFERENCES,
} from './change-form.server.ts'
import { RESCHEDULE_SHAPE } from './order-forms.ts'

export type StaffRescheduleAnswer = ChangeAnswer<RescheduleQuote>

const RescheduleForm = z
  .object({
    departure: z.string({ error: 'Please choose a departure.' }),
    flight: Id.optional(),
    /** The flight product of the departures that were shown. */
    product: Id.optional(),
    who: z.array(Id),
    /** The number of passengers to choose from; undefined for forms without that choice. */
    party: Id.optional(),
    waive: z.literal('yes').optional(),
    credit: z.literal('yes').optional(),
    reason: z.string().trim().default(''),
    ...REFERENCES,
  })
  .superRefine(({ waive, reason, party, who }, { addIssue }) => {
    const refuse = (name: string, message: string) => {
      addIssue({ code: 'custom', path: [name], message })
    }
    if (waive && reason === '') refuse('reason', 'Please say why no fee is taken.')
    if (party !== undefined && party > 1 && who.length === 0) refuse('who', 'Please choose who moves.')
  })
type RescheduleInput = z.output<typeof RescheduleForm>

const RescheduleButtons = z.object({
  intent: z.enum(['price', 'move', ...inPersonMethods, 'link']).catch('price'),
  key: z.string().default(''),
  /** The amounts that the price showed. */
  due: z.number().default(0),
  fee: z.number().default(0),
  difference: z.number().default(0),
  quote: z.string().optional(),
})
/** The form's fields, by the names that `/v1` has for them. */
const NAMES = {
  departure_id: 'departure',
  depart_at: 'departure',
  passenger_ids: 'who',
  product_id: 'departure',
  waive_fee: 'waive',
}

/** Builds the same request for the price and for the reschedule. */
function toRescheduleRequest(
  { departure, flight, product, who, waive, credit }: RescheduleInput,
  size: number,
) {
  const [id, depart_at = ''] = departure.split(' ')
  return {
    departure_id: Number(id),
    depart_at,
    ...(flight === undefined ? {} : { flight_id: flight }),
    ...(product === undefined ? {} : { product_id: product }),
    ...(who.length > 0 && who.length < size ? { passenger_ids: who, quantity: who.length } : {}),
    waive_fee: waive === 'yes',
    apply_user_credit: credit === 'yes',
  }
}

/** Always shows the price first; the reschedule then uses the price that was shown. */
export async function handleStaffReschedule(
  staff: StaffVisit,
  request: Request,
  orderId: string,
  form: FormData,
): Promise<StaffRescheduleAnswer | { said: string }> {
  const { userApi, visit } = staff
  const submission = parseForm(form, RescheduleForm)
  const { intent, key, due, fee, difference, quote: kept } = requireForm(form, RescheduleButtons)
  const field = referenceOf(intent)
  const number: Readonly<Record<string, string>> =
    field === undefined ? {} : { reader_reference: field, 'payment.reader_reference': field }
  const answerWith = (status: number, why: Refusal = {}): StaffRescheduleAnswer => {
    const errors = renameErrors(why.errors ?? {}, { ...NAMES, ...number })
    return { status, answer: refuseForm(RESCHEDULE_SHAPE, submission, { ...why, errors }) }
  }
  if (submission.status !== 'success') return answerWith(422)
  const typed = submission.value
  const { order } = requireData(await userApi.get(`/v1/orders/${orderId}`, OrderReply))
  const input = toRescheduleRequest(typed, typed.party ?? order.passengers.length)
  const path = `/v1/orders/${orderId}`
  const shown = await userApi.post(`${path}/staff_reschedule_quotes`, RescheduleQuoteReply, { body: input })
  if (!shown.ok) return answerWith(shown.status, shown)
  const quote = shown.data.reschedule_quote
  if (intent === 'price') return answerWithPrice(answerWith, quote)
  const reference = field === undefined ? undefined : typed[field]
  const returnPath = changeConfirmationPath(order.id)
  const money = paymentOf(staff, request, { intent, due, reference, returnPath })
  const claims = {
    reschedule_fee: fee,
    reschedule_price_difference: difference,
  }
  const reschedule = {
    ...input,
    reason: typed.reason,
    items: claims,
    ...(kept ? { quote: kept } : {}),
    ...money,
  }
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
  return answerWithRefusal(answerWith, quote, { refused: done, key })
}
