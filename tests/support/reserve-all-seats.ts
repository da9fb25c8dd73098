import { AvailabilityDayReply } from '#contract/availability.ts'
import { JwtReply } from '#contract/people.ts'
import { type FoundFlight } from './buyer.ts'
import { type RunningShop } from './start-shop.ts'

/**
 * Holds every seat of a flight of "The New Yorker" for another guest while a shopper has its page
 * open.
 */
export async function occupyAllSeats(shop: RunningShop, flight: FoundFlight): Promise<void> {
  const send = async (path: string, body?: object, jwt?: string): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', ...(jwt ? { Authorization: `Bearer ${jwt}` } : {}) }
    const method = body ? 'POST' : 'GET'
    const answer = await fetch(`${shop.origin}/v1/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer.json()
  }
  const email = `rival.${crypto.randomUUID().slice(0, 8)}@example.com`
  const { jwt } = JwtReply.parse(await send('customers', { customer: { email } }))
  const day = AvailabilityDayReply.parse(await send(`availability/day?product_id=6&date=${flight.date}`))
  const departure = day.availability.departures.find((one) => one.departure_id === flight.departureId)
  const seats = {
    departure_id: flight.departureId,
    depart_at: departure?.depart_at,
    quantity: flight.seatsLeft,
  }
  const passengers = Array.from({ length: flight.seatsLeft }, () => ({ full_name: 'Ana Ruiz', weight: 150 }))
  const order = {
    brand_id: 1,
    order_item_seats_attributes: [seats],
    passengers_attributes: passengers,
    terms_and_conditions: true,
  }
  await send('orders', { order }, jwt)
}
