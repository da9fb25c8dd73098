import { type z } from 'zod'
import { PaymentLinkReply } from '#contract/counter.ts'
import { type OrderFields, OrderReply } from '#contract/order.ts'
import { AnyQuoteReply, type AnyQuoteRequest, type GiftQuote, type Quote } from '#contract/quote.ts'
import { SALE_KINDS, type SaleKind, type SaleFormValues, type UpgradeFormValues } from './sell-input.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { readCodes } from '../orders/read-codes.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { getShopOrigin } from '../../visit/shop-origin.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { readFormText } from '../parts/form-text.server.ts'

/** The displayed price, before anything is held. */
export type ShownPrice = Pick<Quote | GiftQuote, 'lines' | 'credits' | 'total' | 'amount_due'> & {
  /** The order's total before codes, which the service compares with its own. */
  claim: number
}

export interface SellAnswer {
  status: number
  failure?: string
  typed: SaleFormValues
  /** The price; nothing is held yet. */
  price?: ShownPrice
  /** The outcome of the sale is unknown, so only submitting the same form again is safe. */
  key?: string
}
export type SaleResult = { order: string; codes: TenderCodes } | SellAnswer

const MOST_UPGRADES = 20

function readUpgrades(form: FormData): UpgradeFormValues[] {
  const ids = form.getAll('upgrade').map(Number).filter(Number.isSafeInteger)
  return ids.slice(0, MOST_UPGRADES).map((id) => ({
    id,
    quantity: readFormText(form, `upgrade_${String(id)}_quantity`),
    answer: readFormText(form, `upgrade_${String(id)}_answer`).slice(0, 500),
  }))
}

function readTyped(form: FormData): SaleFormValues {
  const of = (name: string) => readFormText(form, name)
  return {
    departure: of('departure'),
    fare: of('fare'),
    quantity: of('quantity'),
    names: of('names').slice(0, 8000),
    upgrades: readUpgrades(form),
    codes: of('codes').slice(0, 2000),
    email: of('email'),
    full_name: of('full_name'),
    phone: of('phone'),
    channel: of('channel') === 'phone' ? 'phone' : 'counter',
  }
}

/** "Ada Lind, 150" on each line. */
function readPassengers(names: string) {
  const lines = names
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.map((line) => {
    const [, name = line, weight] = /^(.*?)(?:[,;]\s*(\d{1,3})(?:\s*lbs?)?)?$/.exec(line) ?? []
    return { full_name: name, ...(weight === undefined ? {} : { weight: Number(weight) }) }
  })
}

interface SaleInput {
  kind: SaleKind
  typed: SaleFormValues
  discount: string | null
  codes: TenderCodes
}

const upgradesOf = ({ upgrades }: SaleFormValues) =>
  upgrades.map(({ id, quantity, answer }) => ({
    upgrade_id: id,
    ...(quantity === '' ? {} : { quantity: Number(quantity) }),
    ...(answer === '' ? {} : { meta: { answer } }),
  }))

/** The cart, which is the same for the price and the order. */
function quoteOf(
  { visit }: StaffVisit,
  { kind, typed, discount, codes }: SaleInput,
): z.input<typeof AnyQuoteRequest> {
  const common = { brand_id: visit.brand.id, quantity: Number(typed.quantity), discount_code_code: discount }
  if (kind === 'gift_card') {
    return { gift_purchase: { ...common, fare_id: Number(typed.fare), vouchers: codes.vouchers } }
  }
  const [departure, depart_at = ''] = typed.departure.split(' ')
  return {
    ...common,
    departure_id: Number(departure),
    depart_at,
    quantity_type: kind,
    upgrades: upgradesOf(typed),
    weights: readPassengers(typed.names).map(({ weight }) => weight ?? null),
    customer_email: typed.email,
    ...codes,
  }
}

function orderOf(
  { visit }: StaffVisit,
  { kind, typed, discount }: SaleInput,
  claim: number,
): z.input<typeof OrderFields> {
  const { email, full_name, phone } = typed
  const common = {
    brand_id: visit.brand.id,
    channel: typed.channel === 'phone' ? ('phone' as const) : ('counter' as const),
    customer: { email, full_name, phone },
    discount_code_code: discount,
    total_price: claim,
    terms_and_conditions: true,
  }
  const quantity = Number(typed.quantity)
  if (kind === 'gift_card') {
    return { ...common, order_item_gift_cards_attributes: [{ fare_id: Number(typed.fare), quantity }] }
  }
  const [departure, depart_at = ''] = typed.departure.split(' ')
  const item = { departure_id: Number(departure), depart_at, quantity }
  return {
    ...common,
    ...(kind === 'seat'
      ? { order_item_seats_attributes: [item] }
      : { order_item_flights_attributes: [item] }),
    order_item_upgrades_attributes: upgradesOf(typed),
    passengers_attributes: readPassengers(typed.names),
  }
}

function findGap(kind: SaleKind, typed: SaleFormValues): string | undefined {
  if (kind === 'gift_card')
    return typed.fare === '' ? 'Please choose what the gift cards are for.' : undefined
  if (typed.departure === '') return 'Please choose a departure.'
  return readPassengers(typed.names).length > Number(typed.quantity)
    ? 'There are more names than people who fly.'
    : undefined
}

/**
 * The price always comes first; then the sale that was shown is held. Idempotent by form. The link
 * of a buyer who pays by link is mailed at once.
 */
export async function sellOrder(staff: StaffVisit, request: Request, form: FormData): Promise<SaleResult> {
  const typed = readTyped(form)
  const refuse = (failure: string, status = 422): SellAnswer => ({ status, failure, typed })
  const requestedKind = new URL(request.url).searchParams.get('kind')
  const kind = SALE_KINDS.find((one) => one === requestedKind) ?? 'seat'
  const gap = findGap(kind, typed)
  if (gap !== undefined) return refuse(gap)
  const read = await readCodes(staff, typed.codes)
  if (!read.ok) return refuse(read.failure)
  if (kind === 'gift_card' && read.codes.gift_card_codes.length > 0) {
    return refuse('Gift cards are not bought with gift cards.')
  }
  const input = { kind, typed, discount: read.discount, codes: read.codes }
  const priced = await findPrice(staff, input)
  const displayed = readFormText(form, 'seen')
  const sells = form.get('intent') === 'sell' && displayed !== ''
  if (!sells)
    return 'failure' in priced ? refuse(priced.failure, priced.status) : { status: 200, typed, price: priced }
  const order = orderOf(staff, input, Number(displayed))
  const key = readFormText(form, 'key')
  const placed = await staff.userApi.post('/v1/orders', OrderReply, {
    body: { order },
    ...createFormIdempotencyKey(key, order),
  })
  if (!placed.ok) return refuseSale(placed, { typed, priced, key })
  const { id } = placed.data.order
  if (typed.channel === 'phone') await mailLink(staff, request, { id, key })
  return { order: String(id), codes: read.codes }
}

type Priced = ShownPrice | { status: number; failure: string }

async function findPrice(staff: StaffVisit, input: SaleInput): Promise<Priced> {
  const body = quoteOf(staff, input)
  const quoted = await staff.userApi.post('/v1/quotes', AnyQuoteReply, { body })
  if (!quoted.ok) return { status: quoted.status, failure: quoted.message }
  const { quote } = quoted.data
  if (quote.tender_problem) return { status: 422, failure: quote.tender_problem.message }
  if (quote.discount_code?.applied === false)
    return { status: 422, failure: quote.discount_code.message ?? '' }
  const { lines, credits, total, amount_due } = quote
  return { lines, credits, total, amount_due, claim: quote.order_total ?? total }
}

/** A changed price is shown beside what was typed; nothing was held. */
function refuseSale(
  refusal: ApiResult<unknown> & { ok: false },
  { typed, priced, key }: { typed: SaleFormValues; priced: Priced; key: string },
): SellAnswer {
  const { status, message } = refusal
  const failure =
    refusal.code === 'price_changed'
      ? 'The price is another one now. Nothing is held: please look at it with the customer.'
      : message
  const price = 'failure' in priced ? {} : { price: priced }
  return { status, failure, typed, ...price, ...(isOutcomeUnknown(refusal) ? { key } : {}) }
}

async function mailLink(
  { userApi, visit }: StaffVisit,
  request: Request,
  { id, key }: { id: number; key: string },
): Promise<void> {
  const origin = getShopOrigin(request, visit.shop.settings, visit.brand.hosts)
  const body = { payment_link: { url: `${origin}/pay` } }
  // Without the link the order exists all the same; its page has a button to send it again.
  await userApi.post(`/v1/orders/${String(id)}/payment_links`, PaymentLinkReply, {
    body,
    ...createFormIdempotencyKey(key, id),
  })
}
