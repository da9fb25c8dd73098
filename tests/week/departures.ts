import { AvailabilityDayReply, type AvailableDeparture } from '#contract/availability.ts'
import { type DemoProduct, demoProducts } from '#api/platform/demo-season/departures.ts'
import { type Random } from '#api/platform/demo-season/random.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { read, type World } from './world.ts'

/** The New Yorker sells more than the others, so that its flights fill up. */
const POPULAR = 6

export const drawProduct = (random: Random): DemoProduct =>
  random.weigh(demoProducts.map((product) => [product, product.id === POPULAR ? 30 : 4] as const))

/** Reads a product's departures of one of the next days, as a shopper who looks at the calendar. */
export async function readDepartures(
  world: World,
  product: DemoProduct,
  random: Random,
  { quantity, days = 4 }: { quantity: number; days?: number },
): Promise<AvailableDeparture[]> {
  // Most fly soon, so that the flights of the week have guests.
  const ahead = Math.min(random.between(0, days), random.between(0, days))
  const date = addDays(toLocalDate(world.clock.now(), product.zone), ahead)
  const query = `product_id=${String(product.id)}&date=${date}&quantity=${String(quantity)}`
  const answer = await world.call('GET', `/v1/availability/day?${query}`)
  return read(answer, AvailabilityDayReply).availability.departures
}

/** Picks a departure with room: one of the evening more often than not, where seats get rare. */
export function pickOpen(
  departures: readonly AvailableDeparture[],
  random: Random,
): AvailableDeparture | undefined {
  const open = departures.filter(({ status }) => status === 'open')
  if (open.length === 0) return undefined
  return random.chance(0.6) ? open.at(-random.between(1, Math.min(2, open.length))) : random.pick(open)
}

export const placeOf = ({ departure_id, depart_at }: AvailableDeparture) => ({ departure_id, depart_at })
