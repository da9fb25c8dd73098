import { type z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import { type PartyOfType } from '#contract/passenger-type.ts'
import { AnyQuoteReply, type AnyQuoteRequest, type GiftQuote, type Quote } from '#contract/quote.ts'
import { parseForm, type Refusal, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type TenderCodes } from '../../visit/session.server.ts'
import { readCodes } from '../orders/read-codes.server.ts'
import { renameErrors } from '../parts/rename-errors.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { readPeople, type Sale, saleForm, type TypedPassenger } from './read-sale.server.ts'
import { type SellAnswer, type ShownPrice } from './sell-answer.ts'
import { passengerName, passengerType, passengerWeight, type SaleKind, sellShape } from './sell-shape.ts'

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

/** A sale as it was typed, with its codes told apart. */
export interface SaleInput {
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

/** How many of the party have which passenger type; nothing where everybody is an adult. */
export function typesOf(passengers: readonly TypedPassenger[]): { passenger_types?: PartyOfType[] } {
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
export const upgradesIn = (form: FormData): number[] => {
  const ids = listSentTexts(form).flatMap(
    ([name]) => /^upgrade_([1-9]\d{0,8})_(?:quantity|answer)$/.exec(name)?.[1] ?? [],
  )
  return [...new Set(ids)].map(Number)
}

/** The passengers whose names were typed. */
export const named = (passengers: readonly TypedPassenger[]) =>
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
export async function readInput(
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

/** The price, or why there is none. */
export type PriceResult = ShownPrice | (Refusal & { status: number })

/** Asks `/v1` for the price of a sale with its codes; nothing is written. */
export async function findPrice(staff: StaffVisit, input: SaleInput): Promise<PriceResult> {
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
