import { type QuantityType } from '#contract/enums.ts'
import { type Quote, type QuoteLine, QuoteRequest } from '#contract/quote.ts'
import { type Upgrade, UpgradesReply } from '#contract/catalogue.ts'
import { formatDollars } from '../../../format/format-dollars.ts'
import { type SpecOnlyAnswer, type SpecOnlyCall, found, missing, refused } from './call.server.ts'
import { listUpgrades, readProducts } from './catalogue.server.ts'
import { readTimetable, type WeeklyRule } from './timetable.server.ts'
import { toCents, toDollars } from '../loose-values.server.ts'

/** The content of a cart: enough to compare two carts, and to price one. */
export interface SpecOnlyCart {
  brandId: number
  departureId: number
  departAt: string
  quantityType: QuantityType
  quantity: number
  upgradeIds: readonly number[]
}

export const cartKey = (cart: SpecOnlyCart): string =>
  JSON.stringify([
    ...[cart.departureId, new Date(cart.departAt).getTime(), cart.quantityType, cart.quantity],
    ...[...cart.upgradeIds].sort((a, b) => a - b),
  ])

/** A line for all that the service adds; only its answer to an order names the amount. */
export function feesLine(dollars: number): QuoteLine {
  return {
    ...{ kind: 'fee', label: 'Fees and tax', detail: null, quantity: 1 },
    ...{ unit_amount: dollars, amount: dollars, rule: 'order:total' },
  }
}

const line = (
  kind: QuoteLine['kind'],
  label: string,
  each: number,
  quantity: number,
  rule: string,
): QuoteLine => ({
  ...{ kind, label, quantity, rule },
  detail: quantity === 1 ? null : `${formatDollars(toDollars(each))} each`,
  unit_amount: toDollars(each),
  amount: toDollars(each * quantity),
})

/** Spec section 9: -1 as many as the party, 0 one, else one for so many people. */
function upgradeQuantity({ good_for_x_pax: pax }: Upgrade, quantity: number): number {
  if (pax === -1) return quantity
  return pax === 0 ? 1 : Math.ceil(quantity / pax)
}

/**
 * The number of whole aircraft that a party fills (spec section 9); one if the capacity is unknown.
 */
export const aircraftFor = (quantity: number, capacity: number) =>
  capacity > 0 ? Math.ceil(quantity / capacity) : 1

/** The lines of a cart before fees; undefined if it is not sold like this. */
export function estimateLines(
  cart: SpecOnlyCart,
  facts: { rule: WeeklyRule; capacity: number; upgrades: readonly Upgrade[] },
): QuoteLine[] | undefined {
  const seats = cart.quantityType === 'seat'
  const price = seats ? facts.rule.seatPrice : facts.rule.flightPrice
  if (price === null) return undefined
  const units = seats ? cart.quantity : aircraftFor(cart.quantity, facts.capacity)
  const label = seats
    ? units === 1
      ? '1 seat'
      : `${String(units)} seats`
    : units === 1
      ? '1 whole aircraft'
      : `${String(units)} whole aircraft`
  const extras = cart.upgradeIds.flatMap((id) => facts.upgrades.find((one) => one.id === id) ?? [])
  return [
    line(cart.quantityType, label, toCents(price), units, `${cart.quantityType}_price:list`),
    ...extras.map((upgrade) => {
      const each =
        upgrade.percent === null
          ? toCents(upgrade.price ?? 0)
          : Math.round((toCents(price) * upgrade.percent) / 100)
      return line('upgrade', upgrade.name, each, upgradeQuantity(upgrade, cart.quantity), 'upgrade:list')
    }),
  ]
}

/** A price from its lines; if the service named the amount, a line makes up the difference. */
export function buildQuote(
  cart: SpecOnlyCart,
  lines: QuoteLine[],
  facts: { productId: number; total: number | undefined },
): Quote {
  const known = lines.reduce((sum, one) => sum + toCents(one.amount), 0)
  const rest = facts.total === undefined ? 0 : toCents(facts.total) - known
  const total = toDollars(known + rest)
  return {
    ...{ product_id: facts.productId, departure_id: cart.departureId, depart_at: cart.departAt },
    ...{ quantity_type: cart.quantityType, quantity: cart.quantity },
    flight_quantity: cart.quantityType === 'flight' ? (lines[0]?.quantity ?? 1) : 0,
    unit_price: lines[0]?.unit_amount ?? 0,
    lines: facts.total === undefined ? lines : [...lines, feesLine(toDollars(rest))],
    ...{ subtotal: toDollars(known), fees: toDollars(rest), tax: 0, discount: 0, credits: 0 },
    ...{ total, amount_due: total > 0 ? total : null, currency: 'usd' },
    ...{ fare_id: null, discount_code: null, credit_hidden: null, tender_problem: null, membership: null },
    ...{ list_price: null, staff_price_given: null, staff_price_limit: null },
  }
}

/** The data that a cart is priced by, and its lines; undefined if nothing like it is on sale. */
export async function readEstimate(call: SpecOnlyCall, cart: SpecOnlyCart) {
  const products = await readProducts(call, cart.brandId)
  if (!products.ok) return undefined
  for (const product of products.data) {
    const timetable = await readTimetable(call, product)
    const rule = timetable.ok ? timetable.data.rules.find(({ id }) => id === cart.departureId) : undefined
    if (!timetable.ok || !rule) continue
    const offered = UpgradesReply.safeParse(await upgradesOf(call, cart.upgradeIds))
    const upgrades = offered.success ? offered.data.upgrades : []
    const lines = estimateLines(cart, { rule, upgrades, capacity: product.aircraft_type.max_passengers })
    return lines && { product, rule, lines, zone: timetable.data.zone }
  }
  return undefined
}

async function upgradesOf(call: SpecOnlyCall, ids: readonly number[]): Promise<unknown> {
  if (ids.length === 0) return undefined
  const result = await listUpgrades({ ...call, query: { id: [...ids] } })
  return result.ok ? result.data : undefined
}

const NO_CODES = 'Codes cannot be taken off here just now. Please call or write to us'

/** The price before fees; once the order was placed, the amount of the service. */
export async function estimateQuote(call: SpecOnlyCall): SpecOnlyAnswer {
  const input = QuoteRequest.safeParse(call.body)
  if (!input.success) return refused(422, 'invalid', 'Please input a quantity')
  const cart: SpecOnlyCart = {
    ...{ brandId: input.data.brand_id, departureId: input.data.departure_id, departAt: input.data.depart_at },
    ...{ quantityType: input.data.quantity_type, quantity: input.data.quantity },
    upgradeIds: input.data.upgrades.map((one) => one.upgrade_id),
  }
  const estimate = await readEstimate(call, cart)
  if (!estimate) return missing()
  const placed = call.memory.placed
    .get(call.token, call.now)
    ?.find((one) => !one.paid && one.cart === cartKey(cart))
  const facts = { productId: estimate.product.id, total: placed?.total }
  const typed = input.data.discount_code_code?.trim()
  const discountCode = typed ? { code: typed, applied: false, message: NO_CODES, reason: null } : null
  return found({ quote: { ...buildQuote(cart, estimate.lines, facts), discount_code: discountCode } }, 201)
}
