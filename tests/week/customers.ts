import { CancellationReply } from '#contract/refund.ts'
import { isBooked } from '#contract/enums.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { OrderPassengersReply, PassengerFormReply } from '#contract/passenger.ts'
import { RescheduleQuoteReply } from '#contract/reschedule.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { UpgradeQuoteReply } from '#contract/order-change.ts'
import { OrderFileReply } from '#contract/order-file.ts'
import { drawWeight } from '#api/platform/demo-season/people.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { findProduct } from '#api/platform/demo-season/departures.ts'
import { type Buyer, comeAsCustomer } from './arrivals.ts'
import { pickOpen, placeOf, readDepartures } from './departures.ts'
import { read, type World } from './world.ts'

const RETURN_URL = 'http://shop.test/order-confirmation'
const waiver = { version: WAIVER_VERSION, signature: 'Ada Lind', accepted: true }
const VISA = { stripe_source: 'pm_card_visa', return_url: RETURN_URL }

/** What a buyer does with an order after the purchase, within two days. */
export function planAfterwards(world: World, buyer: Buyer, random: Random, order: Order): void {
  const acts: readonly [chance: number, name: string, act: typeof reschedule][] = [
    [0.6, 'fill in the party', fillParty],
    [0.15, 'add an upgrade', addUpgrade],
    [0.2, 'reschedule', reschedule],
    [0.12, 'cancel', cancel],
  ]
  for (const [chance, name, act] of acts) {
    if (!random.chance(chance)) continue
    world.later(random.between(15, 2 * 24 * 60), name, async (own) => {
      const again = buyer.account ? await comeAsCustomer(world, buyer.account) : buyer
      const answer = await world.call('GET', `/v1/orders/${String(order.id)}`, { token: again.token })
      const now = read(answer, OrderReply).order
      if (isBooked(now.status)) await act(world, again, own, now)
    })
  }
}

/** Makes a passenger's link anew. @returns its secret; undefined where the shop refused it */
export async function takePassengerLink(
  world: World,
  token: string,
  { order, passenger, byStaff = false }: { order: number; passenger: number; byStaff?: boolean },
): Promise<string | undefined> {
  const path = `/v1/orders/${String(order)}`
  const made = await world.call('POST', `${path}/passengers/${String(passenger)}/link`, { token, body: {} })
  if (made.status >= 300) return undefined
  const { passengers } = byStaff
    ? read(await world.call('GET', `${path}/file`, { token }), OrderFileReply).file
    : read(await world.call('GET', `${path}/passengers`, { token }), OrderPassengersReply)
  const link = passengers.find(({ id }) => id === passenger)?.link
  return /\/passengers\/([\w-]+)/.exec(link ?? '')?.[1]
}

async function fillParty(world: World, { token }: Buyer, random: Random, { id }: Order): Promise<void> {
  const path = `/v1/orders/${String(id)}/passengers`
  const { passengers } = read(await world.call('GET', path, { token }), OrderPassengersReply)
  for (const passenger of passengers) {
    const link = await takePassengerLink(world, token, { order: id, passenger: passenger.id })
    if (link === undefined) continue
    const form = await world.call('GET', `/v1/passenger_links/${link}`)
    if (form.status !== 200) continue
    const { full_name: name } = PassengerFormReply.parse(form.body).passenger_form
    await world.call('PUT', `/v1/passenger_links/${link}`, {
      kind: 'passenger filled in',
      body: { passenger_form: { full_name: name || 'Ada Lind', weight: drawWeight(random), waiver } },
    })
  }
}

async function addUpgrade(world: World, { token }: Buyer, random: Random, order: Order): Promise<void> {
  const path = `/v1/orders/${String(order.id)}`
  const order_item_upgrades = [{ upgrade_id: random.pick([1, 2, 3]) }]
  const quoted = await world.call('POST', `${path}/upgrade_quotes`, { token, body: { order_item_upgrades } })
  const { upgrade_quote: quote } = read(quoted, UpgradeQuoteReply)
  if (!quote.open || quote.message !== null || quote.total === 0) return
  const card = quote.amount_due === null ? {} : VISA
  await world.call('PATCH', `${path}/update_upgrades`, {
    token,
    kind: 'upgrade added',
    body: { order: { updated_total_price: quote.updated_total_price, order_item_upgrades, ...card } },
  })
}

async function reschedule(world: World, { token }: Buyer, random: Random, order: Order): Promise<void> {
  const [flight] = order.flights
  if (!flight) return
  const product = findProduct(flight.product_id)
  const target = pickOpen(await readDepartures(world, product, random, { quantity: 1 }), random)
  if (!target) return
  const path = `/v1/orders/${String(order.id)}`
  const where = { ...placeOf(target), flight_id: flight.flight_id }
  const quoted = await world.call('POST', `${path}/reschedule_quotes`, { token, body: where })
  const { reschedule_quote: quote } = read(quoted, RescheduleQuoteReply)
  if (!quote.open || quote.message !== null) return
  const items = {
    reschedule_fee: quote.reschedule_fee,
    reschedule_price_difference: quote.reschedule_price_difference,
  }
  const card =
    quote.amount_due === null ? {} : random.chance(0.8) ? VISA : { hosted: true, return_url: RETURN_URL }
  const body = { ...where, items, quote: quote.quote ?? undefined, ...card }
  await world.call('PATCH', `${path}/reschedule_flight`, { token, kind: 'rescheduled by the buyer', body })
}

async function cancel(world: World, { token }: Buyer, _random: Random, order: Order): Promise<void> {
  const path = `/v1/orders/${String(order.id)}/cancellation`
  const { cancellation } = read(await world.call('GET', path, { token }), CancellationReply)
  if (!cancellation.allowed) {
    world.count('cancelled by the buyer', 'refused', cancellation.message ?? '')
    return
  }
  const body = { cancellation: { amount: cancellation.amount } }
  await world.call('POST', path, { token, kind: 'cancelled by the buyer', body })
}
