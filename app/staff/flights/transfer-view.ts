import { z } from 'zod'
import { type TransferredParty, type TransferTarget } from '#contract/flight-transfer.ts'

/** What the address of the page asks for. */
export const TransferQuery = z.object({
  /** Where the page was opened. */
  back: z.enum(['board']).nullable().default(null).catch(null),
})

const GUEST = /^\d{1,9}(?:\.\d{1,9})?$/

/** The ticked guests of an address, `1042` for an order and `1042.7` for a passenger; empty for everybody. */
export const readGuests = (query: URLSearchParams): string[] =>
  [...new Set(query.getAll('guest'))].filter((one) => GUEST.test(one)).slice(0, 120)

/** The guests of a party as the address names them. */
export const toGuests = ({ order_id: order, passenger_ids: people }: TransferredParty): string[] =>
  people.length === 0 ? [String(order)] : people.map((id) => `${String(order)}.${String(id)}`)

/** Reads guests into parties. */
export function toParties(guests: readonly string[]): TransferredParty[] {
  const parties = new Map<number, number[]>()
  for (const one of guests) {
    const [order = 0, passenger] = one.split('.').map(Number)
    const known = parties.get(order) ?? []
    parties.set(order, passenger === undefined ? known : [...known, passenger])
  }
  return [...parties].map(([order_id, passenger_ids]) => ({ order_id, passenger_ids }))
}

/** A target in a radio button: `flight.12.2027-05-14T18:00:00.000Z`. */
export const toChoice = ({
  flight_id: flight,
  aircraft_id: aircraft,
  depart_at: at,
}: TransferTarget): string =>
  flight === null ? `aircraft.${String(aircraft)}.${at}` : `flight.${String(flight)}.${at}`

export interface TransferChoice {
  to_flight_id?: number
  to_aircraft_id?: number
  depart_at: string
}

export function readChoice(text: string): TransferChoice | undefined {
  const [, kind, id, at] = /^(flight|aircraft)\.(\d{1,9})\.(\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(text) ?? []
  if (at === undefined) return undefined
  return {
    ...(kind === 'flight' ? { to_flight_id: Number(id) } : { to_aircraft_id: Number(id) }),
    depart_at: at,
  }
}

/** The address of the page. */
export const transferHref = (flightId: number, { back }: { back?: 'board' } = {}): string =>
  `/staff/flights/${String(flightId)}/transfer${back === undefined ? '' : `?back=${back}`}`

/** What was just done, as the address says: the parties that were moved, and those that are told. */
export interface TransferDoneFacts {
  parties: number
  told: number
}

/** Reads `2.2`. */
export function readTransferDone(text: string | null): TransferDoneFacts | null {
  const [, parties, told] = /^(\d{1,3})\.(\d{1,3})$/.exec(text ?? '') ?? []
  return parties === undefined ? null : { parties: Number(parties), told: Number(told) }
}
