import { type OrderSummary } from '#contract/order-list.ts'
import { type FoundCode, type FoundFlight } from '#contract/staff-search.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatShortDate, toLocalDate } from '../../format/local-time.ts'
import { orderPerson, orderTitle } from '../../orders/order-title.ts'
import { nearTime } from '../parts/near-days.ts'

/** What the search finds, in the order of the page: what was typed in full comes first. */
export const foundKinds = ['codes', 'flights', 'orders', 'customers'] as const
export type FoundKind = (typeof foundKinds)[number]

export const KIND_TITLES: Readonly<Record<FoundKind, string>> = {
  codes: 'Codes',
  flights: 'Flights',
  orders: 'Orders',
  customers: 'Customers',
}

/** `Chidinma Okafor, 3 · Harbour Hop today 2:15 pm` */
export function describeOrder(order: OrderSummary, today: string): string {
  const [flight] = order.flights
  const who = orderPerson(order)
  const what = order.gift?.product_name ?? orderTitle(order)
  const when = flight ? `${what} ${nearTime(flight, today)}` : `Gift cards, ${what}`
  return `${who}, ${String(order.quantity)} · ${when}`
}

export const describeFlight = (flight: FoundFlight, today: string): string =>
  [
    `${flight.product_name} ${nearTime(flight, today)}`,
    `${String(flight.seats_sold)} of ${String(flight.capacity)} seats`,
    flight.registration,
    flight.pilot_name ?? 'no pilot',
  ].join(' · ')

/** The words and the tone of a code's state. */
const CODE_STATES: Readonly<Record<string, { text: string; tone: string }>> = {
  available: { text: 'Valid', tone: 'ok' },
  reserved: { text: 'In a sale', tone: 'few' },
  redeemed: { text: 'Used', tone: 'done' },
  used: { text: 'Used up', tone: 'done' },
  frozen: { text: 'Frozen', tone: 'off' },
  void: { text: 'Void', tone: 'off' },
  expired: { text: 'Expired', tone: 'off' },
}

export function stateOfCode(code: FoundCode): { text: string; tone: string } {
  const state = code.kind === 'discount' ? (code.refusal === null ? 'available' : 'void') : code.status
  return CODE_STATES[state] ?? { text: state, tone: 'off' }
}

/** Gift cards and vouchers by their last letters; of a discount its name is enough. */
export const nameCode = (code: FoundCode): string =>
  code.kind === 'discount' ? 'Discount' : `…${code.code_tail}`

export function describeCode(code: FoundCode, zone: string): string {
  switch (code.kind) {
    case 'discount': {
      const uses = `${String(code.uses)}${code.limit === null ? '' : ` of ${String(code.limit)}`} used`
      return [code.name, uses, code.refusal].filter(Boolean).join(' · ')
    }
    case 'gift_card':
      return `Gift card, ${code.name} · worth ${formatDollars(code.value)}, ${until(code.expires_at, zone)}`
    case 'voucher':
      return (
        `Voucher, ${formatDollars(code.balance)} of ${formatDollars(code.value)} left, ` +
        until(code.expires_at, zone)
      )
  }
}

const until = (at: string, zone: string) => `until ${formatShortDate(toLocalDate(at, zone))}`

/** The page that settles a code: the order or the customer it belongs to, or the code's own row. */
export function codePath(code: FoundCode): string {
  if (code.kind === 'discount') return `/staff/catalogue/discount_codes/${String(code.id)}`
  const order = code.kind === 'voucher' ? code.order_id : (code.used_by_order_id ?? code.bought_by_order_id)
  if (order !== null) return `/staff/orders/${String(order)}`
  return code.customer_id === null ? '/staff/customers' : `/staff/customers/${String(code.customer_id)}`
}

export const telHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
