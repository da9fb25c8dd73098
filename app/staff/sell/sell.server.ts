import { z } from 'zod'
import { InPersonPaymentReply } from '#contract/counter.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { inPersonMeans, isInPersonMethod } from '#contract/means-of-payment.ts'
import { type OrderFields, OrderReply } from '#contract/order.ts'
import { AnyQuoteReply, type AnyQuoteRequest, type GiftQuote, type Quote } from '#contract/quote.ts'
import { type PartyOfType } from '#contract/passenger-type.ts'
import { type SaleDay } from '#contract/sale-day.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type ApiResult, isOutcomeUnknown } from '../../visit/api-result.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { askColleague } from '../parts/ask-for-approval.server.ts'
import { type Asked } from '../parts/asked-words.ts'
import { readCodes } from '../orders/read-codes.server.ts'
import { orderZone } from '../../orders/order-title.ts'
import { parseLocalInstant } from '../parts/local-instant.server.ts'
import { findHold } from './hold.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { findOpenDrawer } from './find-open-drawer.server.ts'
import { findTextProblem, sendLink } from './pay-by-link.server.ts'
import { readPeople, type Sale, saleForm, seatItems, type TypedPassenger } from './read-sale.server.ts'
import {
  isLink,
  passengerName,
  passengerType,
  passengerWeight,
  type SaleKind,
  sellShape,
} from './sell-shape.ts'
import { type SellState } from './sell-state.ts'

/** The displayed price, before the order is placed. */
export type ShownPrice = Pick<Quote | GiftQuote, 'lines' | 'credits' | 'total' | 'amount_due'> & {
  /** The order's total before codes, which the service compares with its own. */
  claim: number
  /** The part of it that is taken now; undefined for all. */
  part?: number | undefined
  /** The list price beside a price of staff, what that gives, and how much they may give. */
  staffPrice?: { list: number; given: number; limit: number | null } | undefined
}

export interface SellAnswer {
  status: number
  /** The submitted values with their errors. */
  answer: FormAnswer
  /** The price; nothing is sold yet. */
  price?: ShownPrice
  /** The times for the party as it was typed. */
  day?: SaleDay
  /** The sale is above the limit of who sells, and a colleague may approve it. */
  askable?: boolean
  /** The outcome of the sale is unknown, so only submitting the same form again is safe. */
  key?: string
}
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
/** The form's fields, by the names that `/v1` has for them. */
const NAMES = {
  departure_id: 'departure',
  depart_at: 'departure',
  second_departure: 'departure',
  order_item_seats_attributes: 'departure',
  fare_id: 'fare',
  discount_code_code: 'codes',
  gift_card_codes: 'codes',
  vouchers: 'codes',
  customer_email: 'email',
  'customer.email': 'email',
  'customer.full_name': 'full_name',
  'customer.phone': 'phone',
  weights: passengerWeight(1),
  passengers_attributes: passengerName(1),
  passenger_types: passengerType(1),
  upgrades: 'upgrade',
  order_item_upgrades_attributes: 'upgrade',
  reader_reference: 'slip',
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
  const { second, ...departure } = sale.departure
  return {
    ...common,
    ...departure,
    ...(second ? { second_departure: second } : {}),
    quantity_type: sale.kind,
    ...typesOf(sale.passengers),
    upgrades: sale.upgrades,
    weights: sale.passengers.map(({ weight }) => weight),
    customer_email: sale.email,
    staff_price: sale.staff_price,
    ...codes,
  }
}

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

/** How many of the party have which passenger type; nothing where everybody is an adult. */
function typesOf(passengers: readonly TypedPassenger[]): { passenger_types?: PartyOfType[] } {
  const ids = passengers.flatMap(({ typeId }) => typeId ?? [])
  if (ids.length === 0) return {}
  return {
    passenger_types: [...new Set(ids)].map((id) => ({
      passenger_type_id: id,
      quantity: ids.filter((one) => one === id).length,
    })),
  }
}

/** The ids of the upgrades for which a form has a field: a quantity or an answer. */
const upgradesIn = (form: FormData) => {
  const ids = listSentTexts(form).flatMap(
    ([name]) => /^upgrade_([1-9]\d{0,8})_(?:quantity|answer)$/.exec(name)?.[1] ?? [],
  )
  return [...new Set(ids)].map(Number)
}

/** The passengers whose names were typed. */
const named = (passengers: readonly TypedPassenger[]) =>
  passengers.filter(({ full_name: name }) => name !== '')

/** A form of a sale as it was sent: its values, or what is wrong with them. */
export function readSale(kind: SaleKind, form: FormData) {
  const [upgrades, people] = [upgradesIn(form), readPeople(form)]
  const submission = parseForm(form, saleForm(kind, upgrades, people))
  const refuse = (status: number, why: Refusal = {}): SellAnswer => {
    const errors = renameErrors(placeErrors(why.errors ?? {}, submission), NAMES)
    return { status, answer: refuseForm(sellShape(kind, upgrades, people), submission, { ...why, errors }) }
  }
  return { submission, refuse }
}

type Read = ReturnType<typeof readSale>

/** The codes of a sale that is complete so far. */
async function readInput(
  staff: StaffVisit,
  kind: SaleKind,
  { submission, refuse }: Read,
): Promise<SaleInput | SellAnswer> {
  if (submission.status !== 'success') return refuse(422)
  const sale = submission.value
  const read = await readCodes(staff, sale.codes)
  if (!read.ok) return refuse(422, { errors: { codes: [read.failure] } })
  if (kind === 'gift_card' && read.codes.gift_card_codes.length > 0) {
    return refuse(422, { errors: { codes: ['Gift cards are not bought with gift cards.'] } })
  }
  return { sale, discount: read.discount, codes: read.codes }
}

/** The price of what the form has, with the typed values; nothing is written. */
export async function priceSale(staff: StaffVisit, kind: SaleKind, form: FormData): Promise<SellAnswer> {
  const read = readSale(kind, form)
  const input = await readInput(staff, kind, read)
  if (!('sale' in input)) return input
  const priced = await findPrice(staff, input)
  return 'claim' in priced
    ? { ...read.refuse(200), price: priced }
    : read.refuse(refusalStatus(priced), priced)
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
  const said = await settle(staff, request, { id, email, key, due, zone }, input)
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

const givenIn = (priced: PriceResult): number | undefined =>
  'claim' in priced ? priced.staffPrice?.given : undefined

const NAME_FIRST = 'Please type the name, too, or empty the weight.'

/** What is wrong with a sale itself, however it is paid, before anything is written. */
function findSaleProblem({ sale }: SaleInput): FieldErrors | undefined {
  if (sale.kind === 'gift_card') return undefined
  const nameless = sale.passengers.filter(({ full_name: name, weight }) => name === '' && weight !== null)
  if (nameless.length > 0)
    return Object.fromEntries(nameless.map(({ at }) => [passengerName(at), [NAME_FIRST]]))
  const { staff_price: price, staff_price_reason: reason } = sale
  if (price !== undefined && reason === '') return { staff_price_reason: ['Please type why.'] }
  return price === undefined && reason !== ''
    ? { staff_price: ['Please type the price, or empty the reason.'] }
    : undefined
}

/** What keeps a sale from being paid as it was chosen, before anything is written. */
async function findPaymentProblem(
  staff: StaffVisit,
  { sale }: SaleInput,
  { priced, isKnown }: { priced: PriceResult; isKnown: boolean },
): Promise<FieldErrors | undefined> {
  const { pay, slip, handed, part } = sale
  const wrongPart = findPartProblem(part, priced)
  if (wrongPart !== undefined) return { part: [wrongPart] }
  if (pay === 'link' && sale.email === '') return { email: ['Please type the e-mail that the link goes to.'] }
  if (pay === 'text') return findTextProblem(staff, sale, isKnown)
  if (!isInPersonMethod(pay)) return undefined
  const { reference, drawer } = inPersonMeans(pay)
  if (reference !== null && slip === '') return { slip: [reference.missing] }
  if (!drawer) return undefined
  const due = 'claim' in priced ? (part ?? priced.amount_due ?? 0) : 0
  if (handed !== undefined && handed < due) return { handed: ['This is less than what is due'] }
  if (!(await findOpenDrawer(staff))) return { pay: ['You have no open drawer. Please open it first.'] }
  return undefined
}

const NO_REST = 'Nothing is left for later. Please type what they pay now, or empty the time.'
const OVER = 'This time is over. Please choose a later one.'

/** Why the rest cannot be due then; the held flight says on which clock the time was typed. */
async function findRestProblem(
  staff: StaffVisit,
  { sale: { part, rest_due: due } }: SaleInput,
  { priced, hold }: { priced: PriceResult; hold: SellState['hold'] },
): Promise<FieldErrors | undefined> {
  if (due === undefined) return undefined
  if (!leavesRest(part, priced)) return { rest_due: [NO_REST] }
  const zone = (await findHold(staff, hold))?.flight?.timezone ?? staff.visit.brand.time_zone
  return parseLocalInstant(due, zone) > staff.visit.now.toISOString() ? undefined : { rest_due: [OVER] }
}

const leavesRest = (part: number | undefined, priced: PriceResult) =>
  part !== undefined && (!('claim' in priced) || part < (priced.amount_due ?? 0))

/** Why a part cannot be taken, before the order is placed; the service decides once more. */
function findPartProblem(part: number | undefined, priced: PriceResult): string | undefined {
  if (part === undefined || !('claim' in priced)) return undefined
  const due = priced.amount_due ?? 0
  if (part > due) return `What is due is ${formatDollars(due)}`
  return part < 0.5 ? 'A part is at least $0.50' : undefined
}

/**
 * The errors of single passengers and upgrades, at their fields. The service counts only passengers
 * with names.
 */
function placeErrors(errors: FieldErrors, submission: Read['submission']): FieldErrors {
  const sale = submission.status === 'success' ? submission.value : undefined
  const people = sale && sale.kind !== 'gift_card' ? named(sale.passengers) : []
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const [, list, at, field] = /^(weights|passengers_attributes)\.(\d+)(?:\.(\w+))?$/.exec(name) ?? []
      if (list === 'weights') return [passengerWeight(Number(at) + 1), messages]
      const place = people[Number(at)]?.at ?? 1
      if (list !== undefined)
        return [field === 'weight' ? passengerWeight(place) : passengerName(place), messages]
      return [name.replace(/\.\d+(?=\.|$)/g, ''), messages]
    }),
  )
}

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
  return {
    ...{ lines, credits, total, amount_due, claim: quote.order_total ?? total },
    ...{ part: input.sale.part, staffPrice: staffPriceIn(quote) },
  }
}

function staffPriceIn(quote: Quote | GiftQuote): ShownPrice['staffPrice'] {
  if (!('list_price' in quote) || quote.list_price === null) return undefined
  const { list_price: list, staff_price_given: given, staff_price_limit: limit } = quote
  return { list, given: given ?? 0, limit }
}

const failureOf = ({ code, message, errors }: ApiResult<unknown> & { ok: false }): Refusal =>
  code === 'price_changed'
    ? { message: 'The price is another one now. Nothing is sold: please look at it with the customer.' }
    : { message, errors }

interface Placed {
  id: number
  email: string | null
  key: string
  /** What is left to pay after the codes; null when nothing is. */
  due: number | null
  /** The zone of the terminal. */
  zone: string
}

/**
 * Takes the money or sends the link. A failure does not undo the order: its seats are held, and its
 * page has the same acts again.
 *
 * @returns what staff are told on the order's page
 */
async function settle(
  staff: StaffVisit,
  request: Request,
  placed: Placed,
  { sale, codes }: SaleInput,
): Promise<string | undefined> {
  const { pay } = sale
  const part = sale.part !== undefined && sale.part < (placed.due ?? 0) ? sale.part : undefined
  const dueAt = sale.rest_due === undefined ? undefined : parseLocalInstant(sale.rest_due, placed.zone)
  const later = part === undefined || dueAt === undefined ? {} : { balance_due_at: dueAt }
  if (isLink(pay)) return sendLink(staff, request, { ...placed, part, later }, pay)
  if (!isInPersonMethod(pay) || placed.due === null) return undefined
  const { drawer, reference, done } = inPersonMeans(pay)
  const body = {
    counter_payment: {
      order_id: placed.id,
      method: pay,
      amount: part ?? placed.due,
      part: part !== undefined,
      ...later,
      ...codes,
      ...(drawer && sale.handed !== undefined ? { handed: sale.handed } : {}),
      ...(reference ? { reader_reference: sale.slip } : {}),
    },
  }
  const call = { body, ...createFormIdempotencyKey(placed.key, body) }
  const paid = await staff.userApi.post('/v1/counter_payments', InPersonPaymentReply, call)
  if (!paid.ok) {
    const [first] = Object.values(paid.errors).flat()
    return `The seats are held, and nothing is booked as paid: ${first ?? paid.message}`
  }
  const { change, order } = paid.data
  const said = change > 0 ? `Paid. Give ${formatDollars(change)} back.` : done
  return order.amount_due === null ? said : `${said} ${formatDollars(order.amount_due)} still to pay.`
}
