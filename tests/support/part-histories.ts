import fc from 'fast-check'
import { GuestQuoteReply } from '#contract/added-guests.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { flightAt } from './reschedule-flight.ts'
import { type Answer } from './test-api.ts'
import { departuresOf } from './move-elsewhere.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'
import { openStaffMember } from './staff-member.ts'

/** Something that happens to sales in parts; numbers choose among what exists by then. */
export type PartEvent =
  | { kind: 'sale'; seats: number; children: number; price: number | null; share: number }
  | { kind: 'guest'; order: number; isChild: boolean; inCash: boolean }
  | { kind: 'part'; order: number; share: number; inCash: boolean }
  | { kind: 'card'; order: number; share: number }
  | { kind: 'refund'; order: number; share: number }
  | { kind: 'seat'; order: number }
  | { kind: 'cancel'; order: number; all: boolean; share: number | null }
  | { kind: 'move'; order: number; isFree: boolean; isElsewhere: boolean }

const order = fc.nat(20)
/** The share of what is due, in percent. */
const share = fc.integer({ min: 1, max: 100 })
const sale = fc.record({
  kind: fc.constant('sale' as const),
  seats: fc.integer({ min: 1, max: 3 }),
  // Of these the party takes as many as leave an adult.
  children: fc.nat(2),
  /** Another price of a seat, in dollars. */
  price: fc.option(fc.constantFrom(0.01, 199.99, 229, 250.5), { freq: 2, nil: null }),
  share,
})

/** Generates a history of up to nine events that begins with a sale. */
export const partHistories: fc.Arbitrary<PartEvent[]> = fc
  .tuple(
    fc.array(sale, { minLength: 1, maxLength: 2 }),
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('part' as const), order, share, inCash: fc.boolean() }),
        fc.record({ kind: fc.constant('card' as const), order, share }),
        fc.record({ kind: fc.constant('refund' as const), order, share }),
        fc.record({ kind: fc.constant('seat' as const), order }),
        fc.record({
          kind: fc.constant('guest' as const),
          order,
          isChild: fc.boolean(),
          inCash: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant('cancel' as const),
          order,
          all: fc.boolean(),
          share: fc.option(share, { freq: 1 }),
        }),
        fc.record({
          kind: fc.constant('move' as const),
          order,
          isFree: fc.boolean(),
          isElsewhere: fc.boolean(),
        }),
      ),
      { minLength: 1, maxLength: 7 },
    ),
  )
  .map(([sales, rest]) => [...sales, ...rest])

/** Two departures, and one of another product, on which sales in parts happen one after the other. */
export interface PartSandbox {
  live: (history: readonly PartEvent[]) => Promise<void>
  /** Lists what disagrees in ledger, seats and amounts due; empty if nothing does. */
  disagreements: () => Promise<string[]>
  /** Refunds everything, so that the next history begins with empty aircraft. */
  clear: () => Promise<void>
}

interface Ground {
  shop: PayingShop
  token: string
  flights: [Flight, Flight]
  /** A departure of another product, whose children pay another share. */
  other: Flight
  orders: number[]
  slips: number
  /** Answers that no history may get. */
  broken: string[]
}

/** A child pays four fifths of an adult's seat and does not fly alone. */
const OTHER_PRODUCT = 7
const CHILD = { id: 1, name: 'Child', percent_off: 20, note: '', min_age: null, max_age: 11 }

export async function openPartSandbox(shop: PayingShop): Promise<PartSandbox> {
  await shop.deps.database.query('update products set passenger_types = $1 where id = 6', [
    JSON.stringify([{ ...CHILD, needs_adult: true, active: true }]),
  ])
  await shop.deps.database.query('update products set passenger_types = $2 where id = $1', [
    OTHER_PRODUCT,
    JSON.stringify([{ ...CHILD, id: 3, percent_off: 5, needs_adult: true, active: true }]),
  ])
  const { token } = await openStaffMember(shop.deps, 'admin')
  const [other] = await departuresOf(shop, token, OTHER_PRODUCT, '2027-06-19')
  if (!other) throw new Error('The other product does not fly on that day')
  const flights: [Flight, Flight] = [
    await flightAt(shop, '2027-06-18', '11:00'),
    await flightAt(shop, '2027-06-25', '11:00'),
  ]
  await shop.call('POST', '/v1/drawers', { token, body: { drawer: { opening: 0 } } })
  const ground: Ground = { shop, token, flights, other, orders: [], slips: 0, broken: [] }
  return {
    live: async (history) => {
      for (const one of history) await happen(ground, one)
    },
    disagreements: async () => {
      const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
      const failing = checked.filter((one) => one.failing > 0).map((one) => JSON.stringify(one))
      return [...ground.broken, ...failing]
    },
    clear: async () => {
      for (const id of ground.orders) {
        await post(ground, '/v1/refunds', { refund: { order_id: id, reason: 'The end of a history' } })
      }
      ground.orders = []
      ground.broken = []
    },
  }
}

async function post(ground: Ground, path: string, body: unknown, token = ground.token): Promise<Answer> {
  const answer = await ground.shop.call('POST', path, { token, body })
  if (answer.status >= 500) ground.broken.push(`${path}: ${JSON.stringify(answer.body)}`)
  return answer
}

/** A share of an amount in dollars, to the cent. */
const shareOf = (amount: number, percent: number) => Math.round(amount * percent) / 100

async function happen(ground: Ground, one: PartEvent): Promise<void> {
  if (one.kind === 'sale') {
    await sell(ground, one)
    return
  }
  const id = ground.orders[one.order % Math.max(1, ground.orders.length)]
  if (id === undefined) return
  const path = `/v1/orders/${String(id)}`
  const { body } = await ground.shop.call('GET', path, { token: ground.token })
  await change(ground, OrderReply.parse(body).order, path, one)
}

async function sell(
  ground: Ground,
  { seats, children, price, share: percent }: PartEvent & { kind: 'sale' },
): Promise<void> {
  const quantity = Math.min(children, seats - 1)
  const { departureId, departAt } = ground.flights[0]
  const placed = await post(ground, '/v1/orders', {
    order: {
      brand_id: 1,
      channel: 'counter',
      customer: { email: 'parts@example.com', full_name: 'Ada Lind' },
      order_item_seats_attributes: [{ departure_id: departureId, depart_at: departAt, quantity: seats }],
      passengers_attributes: Array.from({ length: seats }, (_, at) => ({
        full_name: `Passenger ${String(at + 1)}`,
        weight: 150,
      })),
      ...(quantity > 0 ? { passenger_types: [{ passenger_type_id: CHILD.id, quantity }] } : {}),
      ...(price === null ? {} : { staff_price: price, staff_price_reason: 'In a history' }),
      terms_and_conditions: true,
    },
  })
  if (placed.status !== 201) return
  const made = OrderReply.parse(placed.body).order
  await takePart(ground, made, percent, true)
  ground.orders.push(made.id)
}

async function takePart(ground: Ground, { id, amount_due: due }: Order, percent: number, inCash: boolean) {
  ground.slips += 1
  const how = inCash ? { method: 'cash' } : { method: 'reader', reader_reference: `H${String(ground.slips)}` }
  const amount = shareOf(due ?? 1, percent)
  await post(ground, '/v1/counter_payments', {
    counter_payment: { order_id: id, part: true, amount, ...how },
  })
}

async function change(
  ground: Ground,
  order: Order,
  path: string,
  one: Exclude<PartEvent, { kind: 'sale' }>,
): Promise<void> {
  const reason = 'In a history'
  switch (one.kind) {
    case 'part':
      return takePart(ground, order, one.share, one.inCash)
    case 'card': {
      const amount = shareOf(order.amount_due ?? 1, one.share)
      const url = 'http://shop.test/pay'
      await post(ground, `${path}/payment_links`, { payment_link: { url, amount } })
      const card = { stripe_source: 'pm_card_visa', return_url: url }
      const payment = { order_id: order.id, stripe_payment: { amount, ...card } }
      await post(ground, '/v1/payments', { payment })
      return
    }
    case 'refund': {
      const amount = shareOf(order.total, one.share)
      await post(ground, '/v1/refunds', { refund: { order_id: order.id, reason, amount } })
      return
    }
    case 'seat': {
      const passenger_ids = order.passengers.slice(0, 1).map(({ id }) => id)
      const lines = [{ position: 0, quantity: 1 }]
      await post(ground, '/v1/refunds', { refund: { order_id: order.id, reason, lines, passenger_ids } })
      return
    }
    case 'cancel': {
      const passenger_ids = one.all ? undefined : order.passengers.slice(0, 1).map(({ id }) => id)
      const amount = one.share === null ? undefined : shareOf(order.amount_paid, one.share)
      const asked = { reason, passenger_ids, amount }
      const seen = await post(ground, `${path}/cancellation_previews`, { cancellation: asked })
      const { cancellation } = seen.body as { cancellation?: { amount: number } }
      const expected_amount = cancellation?.amount
      if (expected_amount === undefined) return
      await post(ground, `${path}/staff_cancellations`, { cancellation: { ...asked, expected_amount } })
      return
    }
    case 'guest':
      return addGuest(ground, order, path, one)
    case 'move':
      await move(ground, order, path, one)
  }
}

/** Adds somebody to the party for cash, or to what is due. */
async function addGuest(
  ground: Ground,
  { flights: [flight] }: Order,
  path: string,
  { isChild, inCash }: PartEvent & { kind: 'guest' },
): Promise<void> {
  if (!flight) return
  const guests = [{ full_name: 'Guest', weight: 150, passenger_type_id: isChild ? CHILD.id : null }]
  const seen = await post(ground, `${path}/staff_guest_quotes`, { guests, flight_id: flight.flight_id })
  if (seen.status !== 200) return
  const { guest_quote: quote } = GuestQuoteReply.parse(seen.body)
  const payment = { method: 'cash', amount: quote.amount_due }
  const { party, updated_total_price } = quote
  const added_guests = {
    ...{ guests, flight_id: flight.flight_id, party, updated_total_price },
    ...(inCash && quote.amount_due !== null ? { payment } : {}),
  }
  await post(ground, `${path}/staff_guests`, { added_guests })
}

/**
 * Moves the party to the other departure, or to the other product and back; what it costs is added to
 * what is due.
 */
async function move(
  ground: Ground,
  order: Order,
  path: string,
  { isFree, isElsewhere }: PartEvent & { kind: 'move' },
): Promise<void> {
  const [from] = order.flights
  const isThere = from?.product_id === OTHER_PRODUCT
  const others = isElsewhere && !isThere ? [ground.other] : ground.flights
  const to = others.find(({ departAt }) => Date.parse(departAt) !== Date.parse(from?.depart_at ?? ''))
  if (!from || !to) return
  const input = {
    flight_id: from.flight_id,
    passenger_ids: order.passengers.map(({ id }) => id),
    departure_id: to.departureId,
    depart_at: to.departAt,
    waive_fee: isFree,
    ...(isThere ? { product_id: 6 } : isElsewhere ? { product_id: OTHER_PRODUCT } : {}),
  }
  const seen = await post(ground, `${path}/staff_reschedule_quotes`, input)
  const { reschedule_quote: quote } = seen.body as {
    reschedule_quote?: { lines: { kind: string; amount: number }[]; reschedule_price_difference: number }
  }
  if (!quote) return
  const fee = quote.lines.find(({ kind }) => kind === 'reschedule_fee')?.amount ?? 0
  const items = { reschedule_fee: fee, reschedule_price_difference: quote.reschedule_price_difference }
  const reschedule = { ...input, items, reason: 'In a history' }
  await post(ground, `${path}/staff_reschedules`, { reschedule })
}
