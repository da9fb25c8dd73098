import { formatDollars } from '#app/format/format-dollars.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { QuoteReply } from '#contract/quote.ts'
import { type FoundFlight } from './buyer.ts'
import { type RunningShop } from './start-shop.ts'

/** Returns the price that the service quotes for seats of the New Yorker on a flight: `$504.00`. */
export async function readFlightTotal(
  shop: RunningShop,
  flight: FoundFlight,
  quantity: number,
  code?: string,
): Promise<string> {
  const read = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${flight.date}`)
  const { departures } = AvailabilityDayReply.parse(await read.json()).availability
  const departure = departures.find(({ departure_id: id }) => id === flight.departureId)
  const asked = await fetch(`${shop.origin}/v1/quotes`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      brand_id: 1,
      departure_id: flight.departureId,
      depart_at: departure?.depart_at,
      quantity_type: 'seat',
      quantity,
      discount_code_code: code,
    }),
  })
  const { quote } = QuoteReply.parse(await asked.json())
  if (code && !quote.discount_code?.applied) throw new Error(`${code} does not hold for this flight`)
  return formatDollars(quote.total)
}
