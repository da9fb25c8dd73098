import { z } from 'zod'
import { PaymentLinkReply } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields, OrderReply } from '#contract/order.ts'
import { AnyQuoteReply, type AnyQuoteRequest, type GiftQuote, type Quote } from '#contract/quote.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { readCodes } from '../orders/read-codes.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type Sale, saleForm } from './read-sale.server.ts'
import { SALE_KINDS, sellShape } from './sell-shape.ts'

/** The displayed price, before anything is held. */
export type ShownPrice = Pick<Quote | GiftQuote, 'lines' | 'credits' | 'total' | 'amount_due'> & {
  /** The order's total before codes, which the service compares with its own. */
  claim: number
}

export interface SellAnswer {
  status: number
  /** The submitted values with their errors. */
  answer: FormAnswer
  /** The price; nothing is held yet. */
  price?: ShownPrice
  /** The outcome of the sale is unknown, so only submitting the same form again is safe. */
  key?: string
}
export type SaleResult = { order: string; codes: TenderCodes } | SellAnswer

const SaleQuery = z.object({ kind: z.enum(SALE_KINDS).catch('seat') })
const SaleButtons = z.object({
  intent: z.enum(['price', 'sell']).catch('price'),
  /** The price that the form showed. */
  seen: z.number().optional(),
  key: z.string().default(''),
})
/** The form's fields, by the names that `/v1` has for them. */
const NAMES = {
  departure_id: 'departure',
  depart_at: 'departure',
  fare_id: 'fare',
  discount_code_code: 'codes',
  gift_card_codes: 'codes',
  vouchers: 'codes',
  customer_email: 'email',
  'customer.email': 'email',
  'customer.full_name': 'full_name',
  'customer.phone': 'phone',
  weights: 'names',
  passengers_attributes: 'names',
  'passengers_attributes.full_name': 'names',
  'passengers_attributes.weight': 'names',
  upgrades: 'upgrade',
  order_item_upgrades_attributes: 'upgrade',
}

interface SaleInput {
  sale: Sale
  discount: string | null
  codes: TenderCodes
}

/** Builds the same cart for the price and for the order. */
function quoteOf(
  { visit }: StaffVisit,
  { sale, discount, codes }: SaleInput,
): z.input<typeof AnyQuoteRequest> {
  const common = { brand_id: visit.brand.id, quantity: sale.quantity, discount_code_code: discount }
  if (sale.kind === 'gift_card') {
    return { gift_purchase: { ...common, fare_id: sale.fare, vouchers: codes.vouchers } }
  }
  return {
    ...common,
    ...sale.departure,
    quantity_type: sale.kind,
    upgrades: sale.upgrades,
    weights: sale.names.map(({ weight }) => weight ?? null),
    customer_email: sale.email,
    ...codes,
  }
}

function orderOf(
  { visit }: StaffVisit,
  { sale, discount }: SaleInput,
  claim: number,
): z.input<typeof OrderFields> {
  const { email, full_name, phone, channel, quantity } = sale
  const common = {
    brand_id: visit.brand.id,
    channel,
    customer: { email, full_name, phone },
    discount_code_code: discount,
    total_price: claim,
    terms_and_conditions: true,
  }
  if (sale.kind === 'gift_card') {
    return { ...common, order_item_gift_cards_attributes: [{ fare_id: sale.fare, quantity }] }
  }
  const item = { ...sale.departure, quantity }
  return {
    ...common,
    ...(sale.kind === 'seat'
      ? { order_item_seats_attributes: [item] }
      : { order_item_flights_attributes: [item] }),
    order_item_upgrades_attributes: sale.upgrades,
    passengers_attributes: sale.names,
  }
}

/** The ids of the upgrades for which a form has a field: a quantity or an answer. */
const upgradesIn = (form: FormData) => {
  const ids = listSentTexts(form).flatMap(
    ([name]) => /^upgrade_([1-9]\d{0,8})_(?:quantity|answer)$/.exec(name)?.[1] ?? [],
  )
  return [...new Set(ids)].map(Number)
}

/**
 * Always shows the price first, then places the order for that price. The form's idempotency key
 * makes it happen once. Buyers who pay by link get it by mail at once.
 */
export async function sellOrder(staff: StaffVisit, request: Request, form: FormData): Promise<SaleResult> {
  const { kind } = SaleQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const upgrades = upgradesIn(form)
  const submission = parseForm(form, saleForm(kind, upgrades))
  const answerWith = (status: number, why: Refusal = {}): SellAnswer => {
    const errors = renameErrors(withoutPlaces(why.errors ?? {}), NAMES)
    return { status, answer: refuseForm(sellShape(kind, upgrades), submission, { ...why, errors }) }
  }
  if (submission.status !== 'success') return answerWith(422)
  const sale = submission.value
  const read = await readCodes(staff, sale.codes)
  if (!read.ok) return answerWith(422, { errors: { codes: [read.failure] } })
  if (kind === 'gift_card' && read.codes.gift_card_codes.length > 0) {
    return answerWith(422, { errors: { codes: ['Gift cards are not bought with gift cards.'] } })
  }
  const input = { sale, discount: read.discount, codes: read.codes }
  const priced = await findPrice(staff, input)
  const { intent, seen, key } = requireForm(form, SaleButtons)
  const sells = intent === 'sell' && seen !== undefined
  if (!sells)
    return 'claim' in priced ? { ...answerWith(200), price: priced } : answerWith(priced.status, priced)
  const order = orderOf(staff, input, seen)
  const placed = await staff.userApi.post('/v1/orders', OrderReply, {
    body: { order },
    ...createFormIdempotencyKey(key, order),
  })
  if (!placed.ok) {
    const answer = answerWith(placed.status, failureOf(placed))
    // If the price has changed, the new one is shown beside the submitted values; nothing was held.
    const price = 'claim' in priced ? { price: priced } : {}
    return { ...answer, ...price, ...(isOutcomeUnknown(placed) ? { key } : {}) }
  }
  const { id } = placed.data.order
  if (sale.channel === 'phone') await mailLink(staff, request, { id, key })
  return { order: String(id), codes: read.codes }
}

/** Moves the errors of a single passenger or upgrade to the field that holds all of them. */
const withoutPlaces = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => [name.replace(/\.\d+(?=\.|$)/g, ''), messages]),
  )

type PriceResult = ShownPrice | (Refusal & { status: number })

async function findPrice(staff: StaffVisit, input: SaleInput): Promise<PriceResult> {
  const body = quoteOf(staff, input)
  const quoted = await staff.userApi.post('/v1/quotes', AnyQuoteReply, { body })
  if (!quoted.ok) return quoted
  const { quote } = quoted.data
  if (quote.tender_problem) return { status: 422, errors: { codes: [quote.tender_problem.message] } }
  if (quote.discount_code?.applied === false)
    return { status: 422, errors: { codes: [quote.discount_code.message ?? ''] } }
  const { lines, credits, total, amount_due } = quote
  return { lines, credits, total, amount_due, claim: quote.order_total ?? total }
}

const failureOf = ({ code, message, errors }: ApiResult<unknown> & { ok: false }): Refusal =>
  code === 'price_changed'
    ? { message: 'The price is another one now. Nothing is held: please look at it with the customer.' }
    : { message, errors }

async function mailLink(
  { userApi, visit }: StaffVisit,
  request: Request,
  { id, key }: { id: number; key: string },
): Promise<void> {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const body = { payment_link: { url: `${origin}/pay` } }
  // A failure here does not undo the order; its page has a button that sends the link again.
  await userApi.post(`/v1/orders/${String(id)}/payment_links`, PaymentLinkReply, {
    body,
    ...createFormIdempotencyKey(key, id),
  })
}
