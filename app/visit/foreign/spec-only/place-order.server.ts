import { type OrderFields, OrderRequest } from '#contract/order.ts'
import {
  AnyJson,
  type SpecOnlyAnswer,
  type SpecOnlyCall,
  found,
  unreadableAnswer,
  refused,
} from './call.server.ts'
import { type SeatName, type PlacedOrder } from './memory.server.ts'
import { aircraftFor, type SpecOnlyCart, cartKey, buildQuote, readEstimate } from './estimate-quote.server.ts'
import { showOrder, readOrderTotal } from './to-order.server.ts'
import { readId, readLooseObject } from '../loose-values.server.ts'
import { type ApiResult } from '../../api-result.ts'

/** The cart of an order's body; undefined if it contains no flight. */
function cartOf(fields: OrderFields): SpecOnlyCart | undefined {
  const seats = fields.order_item_seats_attributes[0]
  const flight = fields.order_item_flights_attributes[0]
  const item = seats ?? flight
  if (!item?.departure_id) return undefined
  return {
    ...{ brandId: fields.brand_id, departureId: item.departure_id, departAt: item.depart_at },
    quantityType: seats ? 'seat' : 'flight',
    quantity: item.quantity ?? 1,
    upgradeIds: fields.order_item_upgrades_attributes.map((one) => one.upgrade_id),
  }
}

/** An order with the keys of spec section 3 and no others. */
function plainOrder(fields: OrderFields, cart: SpecOnlyCart, price: number, capacity: number) {
  const item = { departure_id: cart.departureId, depart_at: cart.departAt, price }
  const aircraft = Array.from({ length: aircraftFor(cart.quantity, capacity) }, () => item)
  return {
    brand_id: fields.brand_id,
    tag_list: [...new Set(['website', ...fields.tag_list])],
    ...(fields.discount_code_code ? { discount_code_code: fields.discount_code_code } : {}),
    ...(cart.quantityType === 'seat'
      ? { order_item_seats_attributes: [{ ...item, quantity: cart.quantity }] }
      : { order_item_flights_attributes: aircraft }),
    order_item_upgrades_attributes: fields.order_item_upgrades_attributes,
  }
}

/**
 * Places an order with section 3's keys. There is no `Idempotency-Key`: the same cart of the same
 * visitor is the same order while it is unpaid. If its amount is not the displayed one, the new
 * amount is shown before the payment.
 */
export async function placeSpecOnlyOrder(call: SpecOnlyCall): SpecOnlyAnswer {
  const input = OrderRequest.safeParse(call.body)
  const cart = input.success ? cartOf(input.data) : undefined
  const estimate = cart && (await readEstimate(call, cart))
  if (!input.success || !cart || !estimate) {
    return refused(409, 'flight_closed', 'Sales for this flight have closed.')
  }
  const known = call.memory.placed.get(call.token, call.now) ?? []
  const before = known.find((one) => !one.paid && one.cart === cartKey(cart))
  const placed = before ? { ok: true as const, order: before } : await send(call, input.data, cart, estimate)
  if (!placed.ok) return placed.refusal
  const { order } = placed
  if (!before && call.token) call.memory.placed.set(call.token, [...known, order], call.now)
  order.passengers = input.data.passengers_attributes
  const quote = buildQuote(cart, estimate.lines, { productId: estimate.product.id, total: order.total })
  if (input.data.total_price !== undefined && input.data.total_price !== quote.total) {
    const text = `With fees and tax the total is $${quote.total.toFixed(2)}. You have not been charged;
      please look at it before you book.`
    return refused(409, 'conflict', text, { error: text, code: 'conflict', quote })
  }
  return getSpecOnlyOrder({ ...call, params: [String(order.id)] }, 201)
}

type Sent = { ok: true; order: PlacedOrder } | { ok: false; refusal: ApiResult<unknown> }
type Estimate = NonNullable<Awaited<ReturnType<typeof readEstimate>>>

async function send(
  call: SpecOnlyCall,
  fields: OrderFields,
  cart: SpecOnlyCart,
  estimate: Estimate,
): Promise<Sent> {
  const { product, rule } = estimate
  const price = (cart.quantityType === 'seat' ? rule.seatPrice : rule.flightPrice) ?? 0
  const order = plainOrder(fields, cart, price, product.aircraft_type.max_passengers)
  const made = await call.userApi.post('/v1/orders', AnyJson, { body: { order } })
  if (!made.ok) return { ok: false, refusal: made }
  const answer = readLooseObject(made.data, 'order')
  const id = readId(answer?.['id'])
  if (!answer || id === undefined) {
    return { ok: false, refusal: unreadableAnswer() }
  }
  await tellPassengers(call, id, fields.passengers_attributes)
  const total = readOrderTotal(answer) ?? (await readTotal(call, id))
  return { ok: true, order: { id, cart: cartKey(cart), total, passengers: [], paid: false } }
}

async function readTotal(call: SpecOnlyCall, id: number): Promise<number | undefined> {
  const result = await call.userApi.get(`/v1/orders/${String(id)}`, AnyJson)
  const order = result.ok ? readLooseObject(result.data, 'order') : undefined
  return order && readOrderTotal(order)
}

/** An order of section 3 has no passengers: the crew reads them in a comment that is not public. */
async function tellPassengers(call: SpecOnlyCall, orderId: number, passengers: SeatName[]): Promise<void> {
  if (passengers.length === 0) return
  const names = passengers.map(({ full_name, weight }) =>
    weight ? `${full_name}, ${String(weight)} lbs` : full_name,
  )
  const comment = {
    ...{ commentable_type: 'Order', commentable_id: orderId, public: false },
    body: `Passengers: ${names.join('; ')}`,
  }
  await call.userApi.post('/v1/comments', AnyJson, { body: { comment } })
}

export async function getSpecOnlyOrder(call: SpecOnlyCall, status = 200): SpecOnlyAnswer {
  const id = readId(call.params[0])
  const result = await call.userApi.get(`/v1/orders/${String(id)}`, AnyJson)
  if (!result.ok) return result
  const order = readLooseObject(result.data, 'order')
  if (!order || id === undefined) return unreadableAnswer()
  return found({ order: await showOrder(call, order, id) }, status)
}
