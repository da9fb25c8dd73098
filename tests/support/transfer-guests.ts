import { instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import {
  type FlightTransferOptions,
  FlightTransferOptionsReply,
  type TransferTarget,
} from '#contract/flight-transfer.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'
import { type Answer } from './test-api.ts'

const ZONE = 'America/New_York'

/** Departures of "The New Yorker" on one Friday that share a fare, an hour apart at least. */
export async function findFridayDepartures(
  shop: Pick<PayingShop, 'deps' | 'nextFlight'>,
  count: number,
): Promise<Flight[]> {
  const first = await shop.nextFlight()
  const date = toLocalDate(new Date(first.departAt), ZONE)
  const { rows } = await shop.deps.database.query(
    `select d.id, d.time from departures d join departures f on f.id = $1
     where d.product_id = f.product_id and d.day_of_week = f.day_of_week and d.departure_type = 'fixed'
       and d.fare_id is not distinct from f.fare_id and d.publish_status = 'published' order by d.time`,
    [first.departureId],
  )
  const found: Flight[] = []
  let from = 0
  for (const { id, time } of rows) {
    const at = instantOf(date, String(time), ZONE)
    if (at.getTime() < from) continue
    from = at.getTime() + 3_600_000
    found.push({ departureId: Number(id), departAt: at.toISOString() })
  }
  if (found.length < count) throw new Error(`Only ${String(found.length)} departures on ${date}`)
  return found.slice(0, count)
}

/** Merges and splits flights as staff do: after a look at the options, with what they showed. */
export function createMover({ shop, token }: { shop: Pick<PayingShop, 'call'>; token: string }) {
  const ask = (flightId: number, guests?: string) =>
    shop.call('GET', `/v1/flights/${String(flightId)}/transfer_options${guests ? `?guests=${guests}` : ''}`, {
      token,
    })
  const read = async (flightId: number, guests?: string): Promise<FlightTransferOptions> =>
    FlightTransferOptionsReply.parse((await ask(flightId, guests)).body).transfer_options
  const send = (flightId: number, flight_transfer: Record<string, unknown>): Promise<Answer> =>
    shop.call('POST', `/v1/flights/${String(flightId)}/transfers`, { token, body: { flight_transfer } })
  /** What the press sends after a look. */
  const toPress = (options: FlightTransferOptions, target: TransferTarget) => ({
    ...(target.flight_id === null
      ? { to_aircraft_id: target.aircraft_id }
      : { to_flight_id: target.flight_id }),
    depart_at: target.depart_at,
    parties: options.moving.parties,
    empties: options.empties,
  })
  const merge = async (flightId: number, toFlightId: number): Promise<Answer> => {
    const options = await read(flightId)
    const target = options.targets.find(({ flight_id: id }) => id === toFlightId)
    if (!target) throw new Error(`Flight ${String(toFlightId)} is no target`)
    return send(flightId, toPress(options, target))
  }
  /** Moves some guests to the first aircraft at the same departure that takes them. */
  const split = async (flightId: number, guests: string): Promise<Answer> => {
    const options = await read(flightId, guests)
    const target = options.targets.find((one) => one.flight_id === null && one.reasons.length === 0)
    if (!target) throw new Error('No aircraft takes these guests')
    return send(flightId, toPress(options, target))
  }
  return { ask, read, send, toPress, merge, split }
}
