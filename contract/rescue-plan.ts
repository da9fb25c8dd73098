import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'

/** Which acts a plan may use; with `call_off` every departure that is hit is called off. */
export const RescueStrategy = z.enum(['swap_and_move', 'swap', 'move', 'call_off'])

/**
 * `stays`: it flies at its time with another aircraft. `moved`: it flies at another time of the day.
 * `called_off`: it chooses by a mailed link. `by_hand`: another aircraft of its departure flies, so the
 * departure is not called off, and staff settle with this party.
 */
export const RescueOutcome = z.enum(['stays', 'moved', 'called_off', 'by_hand'])

export const RescueCost = z.object({
  /** Seats of parties that are called off or left to staff. */
  seats: z.number().int(),
  /** What may go back in money, and what may become vouchers where the fare gives no money back. */
  refund_amount: Dollars,
  voucher_amount: Dollars,
})

const RescueParty = z.object({
  order_id: Id,
  number: z.string(),
  /** The buyer's name, or that of the first passenger; empty while neither is known. */
  name: z.string(),
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  people: z.number().int(),
  outcome: RescueOutcome,
  /** When a moved party leaves instead. */
  moves_to: Instant.nullable(),
  /** Null when its fare gives no money back. */
  refund_amount: Dollars.nullable(),
  voucher_amount: Dollars.nullable(),
  /** `nobody`: nothing changes for it. `call`: it has no address, so staff call it. */
  told_by: z.enum(['nobody', 'mail', 'mail_and_text', 'text', 'call']),
})

/** A booked flight of the aircraft, and what becomes of it. */
export const RescueFlight = z.object({
  flight_id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  depart_at: Instant,
  status: FlightStatus,
  act: z.enum(['swap', 'call_off', 'by_hand']),
  /** The aircraft that flies it instead; `over_lbs`: a flight that is too heavy now may stay so on it. */
  aircraft: z.object({ id: Id, registration: z.string(), over_lbs: z.number().int() }).nullable(),
  parties: z.array(RescueParty),
  /** Unpaid orders, which lose their seats when it is called off. */
  unpaid: z.number().int(),
  cost: RescueCost,
  /** Stands for all that the plan says of this flight; sent with the press. */
  seen: z.string(),
})

/** The plans beside each other, in figures. */
export const RescueAlternative = z.object({
  strategy: RescueStrategy,
  swaps: z.number().int(),
  moved: z.number().int(),
  called_off: z.number().int(),
  by_hand: z.number().int(),
  cost: RescueCost,
})

/** What becomes of the booked flights of an aircraft that is down for some hours of a day. */
export const RescuePlan = z.object({
  aircraft_id: Id,
  registration: z.string(),
  terminal_name: z.string(),
  timezone: z.string(),
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
  strategy: RescueStrategy,
  flights: z.array(RescueFlight),
  cost: RescueCost,
  /** Every strategy, the best one first. */
  alternatives: z.array(RescueAlternative),
  /** The aircraft is out of service for the whole span already. */
  out_of_service: z.boolean(),
})
export const RescuePlanReply = z.object({ rescue_plan: RescuePlan })

const span = {
  /** By the clock of the aircraft's terminal. */
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
}

/** `GET /v1/rescue_plans`: nothing is written. */
export const RescuePlanQuery = z.object({
  aircraft_id: z.coerce.number().pipe(Id),
  ...span,
  /** The best one by default. */
  strategy: RescueStrategy.optional(),
})

/** `POST /v1/rescue_plans`: does all of a plan, or some flights of it. */
export const RescueFields = z
  .object({
    aircraft_id: Id,
    ...span,
    strategy: RescueStrategy,
    /** Why the aircraft does not fly; for staff. */
    reason: z.string().trim().min(1, 'Please say why').max(200),
    /** The flights that are settled, each with the `seen` of the plan that was looked at. */
    flights: z.array(z.object({ flight_id: Id, seen: z.string().max(40) })).max(100),
  })
  .refine(({ from, until }) => from < until, { error: 'Must be after the beginning', path: ['until'] })
export const RescueRequest = z.object({ rescue_plan: RescueFields })

/** What was done by this press. */
export const Rescue = z.object({
  swaps: z.number().int(),
  /** Parties. */
  moved: z.number().int(),
  called_off: z.number().int(),
  /** Flights that were settled before, for instance by a first press. */
  settled_before: z.number().int(),
})
export const RescueReply = z.object({ rescue: Rescue, rescue_plan: RescuePlan })
/** The 409 of a plan that has changed meanwhile: what was done, and the plan as it is now. */
export const RescueConflict = RescueReply

/** The cheapest change that brings a flight over its limits back within them. */
export const FlightRelief = z.object({
  over_lbs: z.number().int(),
  /** An aircraft that takes the flight as it is. */
  aircraft: z.object({ id: Id, registration: z.string() }).nullable(),
  /** The one party without which the flight is within its limits. */
  party: RescueParty.pick({
    order_id: true,
    number: true,
    name: true,
    people: true,
    moves_to: true,
    refund_amount: true,
    voucher_amount: true,
  }).nullable(),
})
/** `GET /v1/flights/{id}/relief`: null for a flight within its limits. */
export const FlightReliefReply = z.object({ flight_relief: FlightRelief.nullable() })

export type FlightRelief = z.infer<typeof FlightRelief>
export type RescueStrategy = z.infer<typeof RescueStrategy>
export type RescueOutcome = z.infer<typeof RescueOutcome>
export type RescueCost = z.infer<typeof RescueCost>
export type RescuePlan = z.infer<typeof RescuePlan>
export type RescueFlight = z.infer<typeof RescueFlight>
export type RescueParty = RescueFlight['parties'][number]
export type RescueAlternative = z.infer<typeof RescueAlternative>
export type RescueFields = z.infer<typeof RescueFields>
export type Rescue = z.infer<typeof Rescue>
