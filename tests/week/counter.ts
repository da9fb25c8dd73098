import { ManualRefundsReply, DrawersReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { RescheduleQuoteReply } from '#contract/reschedule.ts'
import { StaffCancellationPreviewReply } from '#contract/refund.ts'
import { drawPerson, drawWeight } from '#api/platform/demo-season/people.ts'
import { findProduct } from '#api/platform/demo-season/departures.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { drawProduct, pickOpen, placeOf, readDepartures } from './departures.ts'
import { read, type World } from './world.ts'

let sales = 0

/** The pages of a link that is mailed to the customer. */
const PAGES = { url: 'http://shop.test/pay', return_url: 'http://shop.test/order-confirmation' }

const inCents = (dollars: number) => Math.round(dollars * 100) / 100

/** A sale at the counter: in cash, by the card terminal or by a link, at once or in parts. */
export async function sellAtCounter(world: World, token: string, random: Random): Promise<void> {
  const product = drawProduct(random)
  const quantity = random.between(1, 3)
  const departures = await readDepartures(world, product, random, { quantity, days: 2 })
  const open = pickOpen(departures, random)
  if (!open) return
  sales += 1
  const { first, last, email } = drawPerson(random, 100_000 + sales)
  const ownPrice = random.chance(0.2)
    ? { staff_price: 150, staff_price_reason: 'An old friend of the house' }
    : {}
  const item = { ...placeOf(open), quantity }
  const order = {
    brand_id: product.brandIds[0],
    channel: random.pick(['counter', 'phone']),
    customer: { email, full_name: `${first} ${last}` },
    ...(product.onlyWhole
      ? { order_item_flights_attributes: [item] }
      : { order_item_seats_attributes: [item] }),
    passengers_attributes: Array.from({ length: quantity }, (_, at) => ({
      full_name: `${first} ${String(at + 1)}`,
      weight: drawWeight(random),
    })),
    terms_and_conditions: true,
    ...ownPrice,
  }
  const kind = 'staff_price' in ownPrice ? 'counter sale at an own price' : 'counter sale'
  const placed = await world.call('POST', '/v1/orders', { token, body: { order }, kind })
  const made = read(placed, OrderReply).order
  if (random.chance(0.15)) {
    const payment_link = { url: 'http://shop.test/pay' }
    const path = `/v1/orders/${String(made.id)}/payment_links`
    await world.call('POST', path, { token, body: { payment_link }, kind: 'payment link' })
    return
  }
  const inParts = random.chance(0.3)
  await collect(world, token, random, made, inParts)
  if (!inParts) return
  world.later(random.between(5, 600), 'pay the rest', async (own) => {
    const answer = await world.call('GET', `/v1/orders/${String(made.id)}`, { token })
    await collect(world, token, own, read(answer, OrderReply).order, own.chance(0.3))
  })
}

async function collect(world: World, token: string, random: Random, order: Order, isPart: boolean) {
  const due = order.amount_due
  if (due === null || due <= 0) return
  const amount = isPart ? inCents(due * (random.between(10, 70) / 100)) : due
  const inCash = random.chance(0.5)
  const how = inCash
    ? { method: 'cash', handed: Math.ceil(amount / 20) * 20 }
    : { method: 'reader', reader_reference: `WEEK-${String(order.id)}-${String(random.between(0, 999_999))}` }
  const counter_payment = { order_id: order.id, amount, part: isPart, ...how }
  await world.call('POST', '/v1/counter_payments', {
    token,
    body: { counter_payment },
    kind: `counter payment ${inCash ? 'in cash' : 'by terminal'}${isPart ? ', a part' : ''}`,
  })
}

/** Staff change an order that somebody has bought: a refund, a voucher, another flight. */
export async function changeOrder(world: World, token: string, random: Random): Promise<void> {
  const { rows } = await world.database.query(
    `select id from orders where status in ('completed', 'partially_refunded', 'partially_paid')
     and created_at > $1 order by id desc limit 60`,
    [new Date(world.clock.now().getTime() - 3 * 86_400_000)],
  )
  if (rows.length === 0) return
  const path = `/v1/orders/${String(random.pick(rows)['id'])}`
  const { order } = read(await world.call('GET', path, { token }), OrderReply)
  const change = random.weigh([
    [refund, 4],
    [cancelForBuyer, 2],
    [rescheduleForBuyer, 4],
    [giveVoucher, 2],
    [correctWeight, 4],
  ])
  await change(world, token, random, order)
}

type Change = (world: World, token: string, random: Random, order: Order) => Promise<void>

const refund: Change = async (world, token, random, order) => {
  const whole = random.chance(0.3)
  const wish = whole
    ? {}
    : random.chance(0.5)
      ? { amount: inCents(order.total * 0.2) }
      : {
          lines: [{ position: 0, quantity: 1 }],
          passenger_ids: order.passengers.slice(0, 1).map(({ id }) => id),
        }
  const body = { refund: { order_id: order.id, reason: 'The party asked for it', ...wish } }
  await world.call('POST', '/v1/refunds', {
    token,
    body,
    kind: whole ? 'refunded in full' : 'refunded in part',
  })
}

const cancelForBuyer: Change = async (world, token, _random, { id }) => {
  const asked = { reason: 'The party stays at home' }
  const path = `/v1/orders/${String(id)}`
  const seen = await world.call('POST', `${path}/cancellation_previews`, {
    token,
    body: { cancellation: asked },
  })
  const { cancellation } = read(seen, StaffCancellationPreviewReply)
  const body = { cancellation: { ...asked, expected_amount: cancellation.amount } }
  await world.call('POST', `${path}/staff_cancellations`, { token, body, kind: 'cancelled by staff' })
}

const rescheduleForBuyer: Change = async (world, token, random, order) => {
  const [from] = order.flights
  if (!from) return
  const product = findProduct(from.product_id)
  const target = pickOpen(await readDepartures(world, product, random, { quantity: 1 }), random)
  if (!target) return
  const path = `/v1/orders/${String(order.id)}`
  const input = { ...placeOf(target), flight_id: from.flight_id, waive_fee: random.chance(0.7) }
  const seen = await world.call('POST', `${path}/staff_reschedule_quotes`, { token, body: input })
  const { reschedule_quote: quote } = read(seen, RescheduleQuoteReply)
  const items = {
    reschedule_fee: quote.reschedule_fee,
    reschedule_price_difference: quote.reschedule_price_difference,
  }
  const payment =
    quote.amount_due === null
      ? {}
      : { payment: { method: random.pick(['cash', 'link']), amount: quote.amount_due, ...PAGES } }
  const reschedule = { ...input, items, reason: 'The party asked for it', ...payment }
  await world.call('POST', `${path}/staff_reschedules`, {
    token,
    body: { reschedule },
    kind: 'rescheduled by staff',
  })
}

const giveVoucher: Change = async (world, token, random, { id }) => {
  const voucher = {
    order_id: id,
    value: random.pick([20, 40, 60]),
    reason_type: 'goodwill',
    reason_description: 'It was late',
  }
  await world.call('POST', '/v1/vouchers', { token, body: { voucher }, kind: 'voucher given' })
}

const correctWeight: Change = async (world, token, random, { id, passengers }) => {
  if (passengers.length === 0) return
  const path = `/v1/orders/${String(id)}/passengers/${String(random.pick(passengers).id)}`
  const body = { passenger: { weight: drawWeight(random) } }
  await world.call('PATCH', path, { token, body, kind: 'weighed in' })
}

/** Refunds that wait at the counter are paid out by hand. */
export async function payOutRefunds(world: World, token: string): Promise<void> {
  const { hand_outs: waiting } = read(await world.call('GET', '/v1/hand_outs', { token }), ManualRefundsReply)
  for (const { refund_id } of waiting.slice(0, 3)) {
    const body = { hand_out: { refund_id } }
    await world.call('POST', '/v1/hand_outs', { token, body, kind: 'refund paid out by hand' })
  }
}

export async function openDrawer(world: World, token: string): Promise<void> {
  await world.call('POST', '/v1/drawers', {
    token,
    body: { drawer: { opening: 200 } },
    kind: 'drawer opened',
  })
}

export async function countDrawer(world: World, token: string): Promise<void> {
  const { drawers } = read(await world.call('GET', '/v1/drawers', { token }), DrawersReply)
  const open = drawers.find(({ closed_at: closed }) => closed === null)
  if (!open) return
  const path = `/v1/drawers/${String(open.id)}/count`
  const body = { drawer: { counted: open.expected, note: '' } }
  await world.call('POST', path, { token, body, kind: 'drawer counted' })
}
