import { type Order, OrderReply } from '#contract/order.ts'
import { type AvailableDeparture } from '#contract/availability.ts'
import { drawWeight } from '#api/platform/demo-season/people.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { type Buyer } from './arrivals.ts'
import { drawProduct, pickOpen, placeOf, readDepartures } from './departures.ts'
import { planAfterwards } from './customers.ts'
import { payOrder } from './paying.ts'
import { read, type World } from './world.ts'

const CODES = ['FLY15', 'TENOFF', 'SEATSONLY', 'NEWYORKER', 'LASTONE', 'GOLDENHOUR', 'SPENT']

/** A purchase of seats or of a whole aircraft, from the calendar to whatever becomes of it. */
export async function buyFlight(world: World, buyer: Buyer, random: Random): Promise<void> {
  const product = drawProduct(random)
  const whole = product.onlyWhole || random.chance(0.06)
  const quantity = random.weigh([
    [1, 3],
    [2, 6],
    [3, 2],
    [4, 2],
  ] as const)
  const departures = await readDepartures(world, product, random, { quantity })
  const open = pickOpen(
    whole ? departures.filter(({ whole_flight_available: free }) => free) : departures,
    random,
  )
  const full = departures.filter(({ status }) => status === 'sold_out' || status === 'too_few')
  if (full.length > 0 && (!open || random.chance(0.25))) {
    await joinWaitlist(world, buyer, random.pick(full), quantity)
    return
  }
  if (!open) {
    world.count('no flight found', 'done')
    return
  }
  const order = await placeOrder(world, buyer, random, {
    ...(whole
      ? { order_item_flights_attributes: [{ ...placeOf(open), quantity }] }
      : { order_item_seats_attributes: [{ ...placeOf(open), quantity }] }),
    brand_id: random.pick(product.brandIds),
    passengers_attributes: Array.from({ length: quantity }, (_, at) => ({
      full_name: `Passenger ${String(at + 1)}`,
      weight: random.chance(0.6) ? drawWeight(random) : null,
    })),
    ...(random.chance(0.25) ? { discount_code_code: random.pick(CODES) } : {}),
    ...(product.id === 6 && random.chance(0.25)
      ? { order_item_upgrades_attributes: [{ upgrade_id: 1 }] }
      : {}),
  })
  finishLater(world, buyer, random, order)
}

/** What becomes of an order: abandoned, or paid after some minutes; then the time afterwards. */
export function finishLater(world: World, buyer: Buyer, random: Random, order: Order): void {
  if (random.chance(0.12)) {
    world.count('hold abandoned', 'done')
    return
  }
  // The slowest come after their hold has ended.
  const minutes = random.weigh([
    [random.between(1, 10), 85],
    [random.between(14, 40), 15],
  ])
  world.later(minutes, 'pay an order', async (own) => {
    await payOrder(world, buyer, own, order)
    planAfterwards(world, buyer, own, order)
  })
}

export async function placeOrder(
  world: World,
  buyer: Buyer,
  random: Random,
  fields: Record<string, unknown>,
  kind = 'order placed',
): Promise<Order> {
  const { token } = buyer
  const body = { order: { terms_and_conditions: true, ...fields } }
  const answer = await world.call('POST', '/v1/orders', { token, body, kind })
  if (answer.status === 422 && 'discount_code_code' in fields) {
    // The code is not for this; they go on without it.
    const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'discount_code_code'))
    return placeOrder(world, buyer, random, rest, kind)
  }
  return read(answer, OrderReply).order
}

async function joinWaitlist(
  world: World,
  { email }: Buyer,
  departure: AvailableDeparture,
  quantity: number,
): Promise<void> {
  const entry = { ...placeOf(departure), brand_id: 1, quantity_type: 'seat', quantity, email, consent: true }
  await world.call('POST', '/v1/waitlist_entries', {
    kind: 'waitlist joined',
    body: { waitlist_entry: entry },
  })
}
