import { OrderStatus, type QuantityType } from '#contract/enums.ts'
import { type Order, type OrderFlight, type OrderItem } from '#contract/order.ts'
import { type Product } from '#contract/catalogue.ts'
import { type QuoteLine } from '#contract/quote.ts'
import { toLocalDate, toLocalTime, formatZone } from '../../../format/local-time.ts'
import { formatDollars } from '../../../format/format-dollars.ts'
import { AnyJson, type SpecOnlyCall } from './call.server.ts'
import { HOME_ZONE, readProducts, readTerminal } from './catalogue.server.ts'
import { feesLine } from './estimate-quote.server.ts'
import { readWeek } from './timetable.server.ts'
import {
  readDollars,
  readId,
  readInstant,
  isLooseObject,
  type LooseObject,
  readLooseObject,
  readNumber,
  readText,
  readTexts,
  toCents,
  toDollars,
} from '../loose-values.server.ts'

const MINUTE = 60_000

/** The amount of an order, by any name the service gives it. */
export function readOrderTotal(order: LooseObject): number | undefined {
  const names = ['total', 'total_price', 'updated_total_price', 'amount_due']
  return names.map((name) => readDollars(order[name])).find((sum) => sum !== null) ?? undefined
}

const STATUS: Readonly<Record<string, Order['status']>> = { paid: 'completed', unpaid: 'awaiting_payment' }

export function readOrderStatus(order: LooseObject): Order['status'] {
  const statusText = readText(order['status'])
  const known = OrderStatus.safeParse(statusText)
  return known.success ? known.data : (STATUS[statusText] ?? 'awaiting_payment')
}

/** An item of an order, as far as its service returns it. */
function readItem(row: LooseObject, index: number): OrderItem {
  const kindText = readText(row['type'], readText(row['kind'])).toLowerCase()
  const upgradeId = readId(row['upgrade_id']) ?? null
  const kind =
    upgradeId !== null || kindText.includes('upgrade')
      ? 'upgrade'
      : kindText.includes('flight')
        ? 'flight'
        : 'seat'
  const quantity = Math.round(readNumber(row['quantity'] ?? row['selected_quantity']) ?? 1)
  const unit = readDollars(row['price']) ?? 0
  return {
    ...{ id: readId(row['id']) ?? index + 1, kind, quantity, unit_price: unit, meta: null },
    name: readText(row['name'], itemName(kind, quantity)),
    amount: toDollars(toCents(unit) * quantity),
    ...{ flight_id: readId(row['flight_id']) ?? null, departure_id: readId(row['departure_id']) ?? null },
    ...{ depart_at: readInstant(row['depart_at']), upgrade_id: upgradeId },
  }
}

function itemName(kind: OrderItem['kind'], quantity: number): string {
  if (kind === 'upgrade') return 'Extra'
  if (kind === 'flight') return quantity === 1 ? '1 whole aircraft' : `${String(quantity)} whole aircraft`
  return quantity === 1 ? '1 seat' : `${String(quantity)} seats`
}

const itemLine = (item: OrderItem): QuoteLine => ({
  ...{ kind: item.kind, label: item.name, quantity: item.quantity, rule: 'order:item' },
  detail: item.quantity === 1 ? null : `${formatDollars(item.unit_price)} each`,
  ...{ unit_amount: item.unit_price, amount: item.amount },
})

/** The flight of an item, combined from the timetable and the catalogue. */
async function readFlight(
  call: SpecOnlyCall,
  item: OrderItem,
  brandId: number,
): Promise<OrderFlight | undefined> {
  if (!item.depart_at || item.departure_id === null) return undefined
  const [week, products] = await Promise.all([readWeek(call), readProducts(call, brandId)])
  if (!week.ok || !products.ok) return undefined
  const rule = week.data.rules.find(({ id }) => id === item.departure_id)
  const product = products.data.find(({ id }) => id === rule?.productId)
  if (!rule || !product) return undefined
  const terminal = await readTerminal(call, product.departure_terminal_id)
  const zone = terminal?.timezone ?? HOME_ZONE
  const departs = new Date(item.depart_at).getTime()
  const at = (minutes: number) => new Date(departs + minutes * MINUTE).toISOString()
  return {
    ...{ flight_id: item.flight_id ?? item.departure_id, flight_code: '', departure_id: item.departure_id },
    ...productFacts(product),
    ...{
      depart_at: at(0),
      arrive_at: at(product.flight_duration_mins),
      check_in_at: at(-product.check_in_mins),
    },
    ...{ local_date: toLocalDate(item.depart_at, zone), local_time: toLocalTime(item.depart_at, zone) },
    ...{ timezone: zone, timezone_label: formatZone(item.depart_at, zone), tags: rule.tags },
    terminal_id: product.departure_terminal_id,
    terminal_name: product.departure_terminal_name,
    terminal_address: addressOf(terminal ?? {}),
    ...{ terminal_latitude: terminal?.latitude ?? 0, terminal_longitude: terminal?.longitude ?? 0 },
  }
}

const productFacts = (product: Product) => ({
  ...{ product_id: product.id, product_name: product.name, product_slug: product.slug, place: product.place },
  flight_duration_mins: product.flight_duration_mins,
})

function addressOf(terminal: LooseObject): string {
  const town = [
    readText(terminal['city']),
    `${readText(terminal['state'])} ${readText(terminal['zip_code'])}`.trim(),
  ]
  return [readText(terminal['street']), ...town].filter((part) => part !== '').join(', ')
}

/** The buyer: as typed here, else the token's owner at the service. */
export async function readBuyer(call: SpecOnlyCall): Promise<{ email: string; phone: string | null }> {
  const typed = call.memory.guests.get(call.token, call.now)
  if (typed) return typed
  const result = await call.userApi.get('/v1/users/me', AnyJson)
  const user = result.ok ? readLooseObject(result.data, 'user') : undefined
  return { email: readText(user?.['email']), phone: readText(user?.['phone']) || null }
}

/**
 * An order in the contract's format, from one with an id, a status and items (spec section 3). What
 * the service does not return is empty, never made up: no hold, no card, no flight that is not in
 * its timetable.
 */
export async function showOrder(
  call: SpecOnlyCall,
  order: LooseObject,
  id: number,
  whose = readBuyer(call),
): Promise<Order> {
  const rows = Array.isArray(order['order_items']) ? order['order_items'].filter(isLooseObject) : []
  const items = rows.map(readItem)
  const brandId = readId(order['brand_id']) ?? call.brandId
  const flown = items.find((item) => item.kind !== 'upgrade')
  const [flight, buyer] = await Promise.all([flown && readFlight(call, flown, brandId), whose])
  const placed = call.memory.placed.get(call.token, call.now)?.find((one) => one.id === id)
  const known = items.reduce((sum, item) => sum + toCents(item.amount), 0)
  const total = readOrderTotal(order) ?? placed?.total ?? toDollars(known)
  const rest = toDollars(toCents(total) - known)
  const status = readOrderStatus(order)
  const open = status === 'awaiting_payment' || status === 'partially_paid'
  const quantityType: QuantityType = flown?.kind === 'flight' ? 'flight' : 'seat'
  const people = placed?.passengers ?? []
  return {
    ...{ id, number: `O-${String(id)}`, brand_id: brandId, status, ...buyer, quantity_type: quantityType },
    quantity: quantityType === 'seat' ? (flown?.quantity ?? 1) : Math.max(people.length, 1),
    order_items: items,
    lines: [...items.map(itemLine), ...(rest === 0 ? [] : [feesLine(rest)])],
    ...{ subtotal: toDollars(known), fees: rest, tax: 0, discount: 0, credits: 0, total, currency: 'usd' },
    ...{ amount_due: open && total > 0 ? total : null, amount_paid: open ? 0 : total },
    ...{ next_payment_amount: null, balance_due_at: null },
    // Such a service does not say which tenders paid beside a card.
    tenders: [],
    refunds: [],
    membership: null,
    flights: flight ? [flight] : [],
    passengers: people.map((one, index) => ({
      id: index + 1,
      full_name: one.full_name,
      weight_given: one.weight != null,
    })),
    ...{ tag_list: readTexts(order['tag_list']), variant_type: readText(order['variant_type']) || null },
    discount_code: readText(order['discount_code_code']) || null,
    ...{ held_until: null, payment_url: null, payment_method: null, last_payment_error: null },
    created_at: readInstant(order['created_at']) ?? call.now.toISOString(),
    completed_at: readInstant(order['completed_at']),
  }
}
