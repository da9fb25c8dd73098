import { type Approval } from '#contract/approval.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { type Field } from '#contract/resources/field.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatShortDate, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { asTitle } from './in-words.ts'

/** The kinds of acts in words, by the last word of the call that is no number. */
const ACTS: Readonly<Record<string, string>> = {
  refunds: 'Refund',
  vouchers: 'Voucher',
  credits: 'Account credit',
  prizes: 'Prize',
  staff_cancellations: 'Cancellation with a refund',
  discounts: 'Discount',
  discount_codes: 'Discount code',
  discount_code_batches: 'Discount codes',
  fares: 'Price of a fare',
  products: 'Price of a product',
  product_sheets: 'Price of a product',
  departure_dates: 'Price of a departure',
  departure_exceptions: 'Price of a departure',
  departures: 'Price of a departure',
  upgrades: 'Price of an upgrade',
  orders: 'Sale with a code',
}

/** What the customer is told by the reasons that staff choose from. */
const TYPES: Readonly<Record<string, string>> = {
  goodwill: 'As goodwill.',
  refund: 'Instead of a refund.',
  correction: 'To correct a mistake.',
  promotion: 'For a promotion.',
  weather: 'Because of the weather.',
  reschedule: 'For another date.',
}

/** What is said once an act was decided about. */
export const DECIDED: Readonly<Record<'approve' | 'refuse', string>> = {
  approve: 'Approved and done.',
  refuse: 'Refused. Nothing was done.',
}

/** `/v1/fares/12` → `fares`; a number or a date is no word. */
const wordOf = ({ path }: Approval): string =>
  path
    .split('/')
    .filter((part) => /[a-z]/.test(part))
    .at(-1) ?? ''

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The fields of a call, which its body wraps. */
const fieldsOf = ({ body }: Approval): Record<string, unknown> => recordOf(Object.values(body)[0])

/** An order that is not placed before somebody approves it. */
export const isSale = ({ path }: Pick<Approval, 'path'>): boolean => path === '/v1/orders'

/** `Account credit, $5,000.00` */
export function nameAct(approval: Approval): string {
  const hasPrice = typeof fieldsOf(approval)['staff_price'] === 'number'
  const act = hasPrice ? 'Sale at another price' : (ACTS[wordOf(approval)] ?? asTitle(wordOf(approval)))
  return approval.amount === null ? act : `${act}, ${formatDollars(approval.amount)}`
}

/** Who decides about an act that its reader may not decide about. */
export function describeDeciders({ asked_by: asker, deciders }: Approval, userId: number): string {
  if (deciders === 'admins') return 'An admin decides.'
  return asker.id === userId
    ? 'An admin decides, or a colleague with a higher limit.'
    : 'It is above your limit, too: an admin decides, or a colleague with a higher limit.'
}

/** The page of the row that a change is about. */
export function findRowHref({ method, path }: Approval): string | null {
  const [, plural, id, date] = /^\/v1\/([a-z_]+)\/(\d+)(?:\/([\d-]+))?$/.exec(path) ?? []
  if (plural === 'product_sheets') return `/staff/products/${String(id)}`
  if (date !== undefined) return `/staff/week?from=${date}&open=${String(id)}.${date}`
  return method === 'PATCH' && plural !== undefined && findStaffShape(plural)
    ? `/staff/catalogue/${plural}/${String(id)}`
    : null
}

/** Said elsewhere on the row, or of no use to whoever decides. */
const ELSEWHERE = [
  'amount',
  'expected_amount',
  'value',
  'reason',
  'reason_description',
  'order_id',
  'user_id',
  'brand_id',
  'channel',
  'terms_and_conditions',
  'text_consent',
  'supersedes_order_id',
  'staff_price_given',
  'staff_price_reason',
]

/** What is sold and to whom, and at which price; undefined for a field that is no part of it. */
function describeSale(name: string, value: unknown, zone: string): string | undefined {
  if (name === 'customer') {
    const { full_name: fullName, email } = recordOf(value)
    const who = [fullName, email].find((one) => typeof one === 'string' && one !== '')
    return typeof who === 'string' ? `For ${who}.` : undefined
  }
  if (name === 'total_price' && typeof value === 'number') return `Total ${formatDollars(value)}.`
  if (name === 'staff_price' && typeof value === 'number') return `Price set to ${formatDollars(value)} each.`
  if (!/^order_item_(?:seats|flights)_attributes$/.test(name) || !Array.isArray(value)) return undefined
  const { depart_at: at, quantity } = recordOf(value[0])
  if (typeof at !== 'string') return undefined
  const when = `${formatShortDate(toLocalDate(at, zone))}, ${formatTime(toLocalTime(at, zone))}`
  if (name === 'order_item_flights_attributes') return `Whole aircraft, ${when}.`
  return quantity === 1 ? `1 seat, ${when}.` : `${String(quantity)} seats, ${when}.`
}

/** What the act gives beside its amount, each in a sentence: the kind of a credit, a price, the last day. */
export function describeAct(approval: Approval, zone: string): string[] {
  const fields = fieldsOf(approval)
  const shape = findStaffShape(wordOf(approval))
  return Object.entries(fields).flatMap(([name, value]) => {
    if (ELSEWHERE.includes(name)) return []
    const sale = isSale(approval) ? describeSale(name, value, zone) : undefined
    if (sale !== undefined) return sale
    if (name === 'credit_type' || name === 'reason_type') return TYPES[String(value)] ?? []
    if (name === 'passenger_ids' && Array.isArray(value))
      return value.length === 1
        ? 'One passenger stays home.'
        : `${String(value.length)} passengers stay home.`
    if (name === 'lines' && Array.isArray(value)) return 'Only a part of what was bought.'
    if (name === 'gift_cards') return value === true ? 'Gift cards come back, too.' : []
    const said = formatValue(value, shape?.fields[name], zone)
    return said === undefined
      ? []
      : `${shape?.fields[name]?.label ?? asTitle(name.replace(/_id$/, ''))}: ${said}.`
  })
}

/** A value as staff write it; undefined for what says nothing alone. */
function formatValue(value: unknown, field: Field | undefined, zone: string): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (field?.kind === 'dollars') return formatDollars(value)
    if (field?.kind === 'percent') return formatPercent(value)
    return field?.kind === 'id' ? `number ${String(value)}` : String(value)
  }
  if (typeof value !== 'string' || value === '') return undefined
  if (field?.kind === 'choice') return value.replaceAll('_', ' ')
  if (field?.kind !== 'instant') return value
  return `${formatShortDate(toLocalDate(value, zone))}, ${formatTime(toLocalTime(value, zone))}`
}
