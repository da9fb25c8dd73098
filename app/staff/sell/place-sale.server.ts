import { z } from 'zod'
import { type OrderFields, OrderReply } from '#contract/order.ts'
import { orderZone } from '../../orders/order-title.ts'
import { type Refusal, refusalStatus } from '../../ui/form/read-form.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { type Asked } from '../parts/asked-words.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { findPaymentProblem, findRestProblem, findSaleProblem } from './check-sale.server.ts'
import {
  findPrice,
  named,
  priceSale,
  type PriceResult,
  readInput,
  readSale,
  type SaleInput,
  typesOf,
} from './price-sale.server.ts'
import { seatItems } from './read-sale.server.ts'
import { type SellAnswer } from './sell-answer.ts'
import { isLink } from './sell-shape.ts'
import { type SellState } from './sell-state.ts'
import { settleSale } from './settle-sale.server.ts'

/** An order that was placed, what staff are told of it, and the codes that are to pay it. */
export interface SaleDone {
  order: string
  codes: TenderCodes
  said: string | undefined
}
export type SaleResult = SaleDone | SellAnswer

const SaleButtons = z.object({
  /** The price that the form showed. */
  seen: z.number().optional(),
  key: z.string().default(''),
})

interface OrderTerms {
  claim: number
  hold: number | undefined
  knownId: number | undefined
  given: number | undefined
}

/**
 * @param hold the unpaid order that the sale replaces, and whose seats it gets
 * @param knownId the account of the caller who was found
 * @param given what a price of staff gives, as it was computed for the form
 */
function orderOf(
  { visit }: StaffVisit,
  { sale, discount }: SaleInput,
  { claim, hold, knownId, given }: OrderTerms,
): z.input<typeof OrderFields> {
  const { full_name, phone, text_consent, pay, quantity } = sale
  const email = sale.email === '' ? {} : { email: sale.email }
  const common = {
    brand_id: visit.brand.id,
    channel: isLink(pay) ? ('phone' as const) : ('counter' as const),
    ...(hold === undefined ? {} : { supersedes_order_id: hold }),
    // A customer who has no e-mail is known by their account, or new with a name.
    ...(sale.email === '' && knownId !== undefined ? { user_id: knownId } : {}),
    customer: { ...email, full_name, phone },
    ...(text_consent === undefined ? {} : { text_consent }),
    discount_code_code: discount,
    total_price: claim,
    terms_and_conditions: true,
  }
  if (sale.kind === 'gift_card') {
    return { ...common, order_item_gift_cards_attributes: [{ fare_id: sale.fare, quantity }] }
  }
  const { departure_id, depart_at } = sale.departure
  const types = typesOf(sale.passengers)
  return {
    ...common,
    ...(sale.kind === 'seat'
      ? { order_item_seats_attributes: seatItems(sale) }
      : { order_item_flights_attributes: [{ departure_id, depart_at, quantity }] }),
    order_item_upgrades_attributes: sale.upgrades,
    ...(sale.staff_price === undefined
      ? {}
      : {
          staff_price: sale.staff_price,
          staff_price_reason: sale.staff_price_reason,
          staff_price_given: given,
        }),
    passengers_attributes: named(sale.passengers).map(({ full_name: name, weight, typeId }) => ({
      full_name: name,
      ...(weight === null ? {} : { weight }),
      ...(types.passenger_types ? { passenger_type_id: typeId } : {}),
    })),
    ...types,
  }
}

/**
 * Places the order for the price that was shown, in place of the seller's hold, and takes its money
 * or sends its link. The form's idempotency key makes each happen once.
 */
export async function sellOrder(
  staff: StaffVisit,
  request: Request,
  { kind, hold, customer }: Pick<SellState, 'kind' | 'hold' | 'customer'>,
  form: FormData,
): Promise<SaleResult> {
  const read = readSale(kind, form)
  const { seen: claim, key } = requireForm(form, SaleButtons)
  if (claim === undefined) return priceSale(staff, kind, form)
  const input = await readInput(staff, kind, read)
  if (!('sale' in input)) return input
  const priced = await findPrice(staff, input)
  const knownId = typeof customer === 'number' ? customer : undefined
  const problem =
    findSaleProblem(input) ??
    (await findRestProblem(staff, input, { priced, hold })) ??
    (await findPaymentProblem(staff, input, { priced, isKnown: knownId !== undefined }))
  const price = 'claim' in priced ? { price: priced } : {}
  if (problem) return { ...read.refuse(422, { errors: problem }), ...price }
  const order = orderOf(staff, input, { claim, hold, knownId, given: givenIn(priced) })
  const placed = await staff.userApi.post('/v1/orders', OrderReply, {
    body: { order },
    ...createFormIdempotencyKey(key, order),
  })
  if (!placed.ok) {
    // If the price has changed, the new one is shown beside the submitted values; nothing was sold.
    const answer = read.refuse(refusalStatus(placed), failureOf(placed))
    const askable = placed.code === 'approval_needed'
    return { ...answer, ...price, askable, ...(isOutcomeUnknown(placed) ? { key } : {}) }
  }
  const { id, email } = placed.data.order
  const zone = orderZone(placed.data.order)
  const due = 'claim' in priced ? priced.amount_due : null
  const said = await settleSale(staff, request, { id, email, key, due, zone }, input)
  return { order: String(id), codes: input.codes, said }
}

/**
 * Puts a sale above the limit before a colleague, who places it for the price that was shown. The
 * seller's hold is of no use to it.
 */
export async function askToSell(
  staff: StaffVisit,
  { kind, customer }: Pick<SellState, 'kind' | 'customer'>,
  form: FormData,
): Promise<{ asked: Asked } | SellAnswer> {
  const read = readSale(kind, form)
  const { seen: claim, key } = requireForm(form, SaleButtons)
  if (claim === undefined) return priceSale(staff, kind, form)
  const input = await readInput(staff, kind, read)
  if (!('sale' in input)) return input
  const priced = await findPrice(staff, input)
  const price = 'claim' in priced ? { price: priced } : {}
  const problem = findSaleProblem(input)
  if (problem) return { ...read.refuse(422, { errors: problem }), ...price, askable: true }
  const knownId = typeof customer === 'number' ? customer : undefined
  const order = orderOf(staff, input, { claim, hold: undefined, knownId, given: givenIn(priced) })
  const call = { method: 'POST' as const, path: '/v1/orders', body: { order } }
  const asked = await askColleague(staff.userApi, call, createFormIdempotencyKey(key, order).idempotencyKey)
  if (asked.ok) return { asked: asked.data }
  return { ...read.refuse(refusalStatus(asked), failureOf(asked)), ...price }
}

/** What a price of staff gives, as it was computed for the form. */
const givenIn = (priced: PriceResult): number | undefined =>
  'claim' in priced ? priced.staffPrice?.given : undefined

const failureOf = ({ code, message, errors }: ApiResult<unknown> & { ok: false }): Refusal =>
  code === 'price_changed'
    ? { message: 'The price is another one now. Nothing is sold: please look at it with the customer.' }
    : { message, errors }
