import { z } from 'zod'
import { OrderFlight } from './order.ts'
import { Id } from './primitives.ts'

/** A guest of a party, as the others see them. */
export const PartyGuest = z.object({
  /** The passenger's number in the party, from 1. */
  number: z.number().int(),
  /** The first name, only where the buyer or staff typed one; never what a guest typed. */
  given_name: z.string().nullable(),
  /** The name of the type whose seat it is; absent for an adult's. */
  passenger_type: z.string().optional(),
})

/** A seat of a party that nobody has picked yet. */
export const PartySeat = PartyGuest.extend({
  /** The id of the passenger. */
  id: Id,
})

/** A party as every guest of it sees it before they pick their seat. It says nothing about others. */
export const Party = z.object({
  flight: OrderFlight,
  /** The number of guests, whether they have picked or not. */
  people: z.number().int(),
  seats: z.array(PartySeat),
})
/** `GET /v1/party_links/{token}`, and the 409 of a seat that somebody else has picked. */
export const PartyReply = z.object({ party: Party })

/** `POST /v1/party_links/{token}/picks`. */
export const SeatPickRequest = z.object({
  seat_pick: z.object({
    passenger_id: Id,
    /** A random text of the guest's page: the same press sent twice gets the same answer. */
    key: z.string().min(16).max(64),
  }),
})
/** The picked guest's own page. */
export const SeatPickReply = z.object({ seat_pick: z.object({ link: z.string() }) })

export type Party = z.infer<typeof Party>
export type PartyGuest = z.infer<typeof PartyGuest>
export type PartySeat = z.infer<typeof PartySeat>
export type SeatPick = z.infer<typeof SeatPickRequest>['seat_pick']
