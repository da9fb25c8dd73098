import { z } from 'zod'
import { RosterFlight } from './pilot-roster.ts'
import { Id, LocalDate, LocalTime } from './primitives.ts'

/** Days, both included, on which an aircraft does not fly, by the calendar of its terminal. */
export const AircraftOutage = z.object({
  id: Id,
  aircraft_id: Id,
  registration: z.string(),
  terminal_name: z.string(),
  from_date: LocalDate,
  until_date: LocalDate,
  /** The hours, where it is out for a part of one day; null for whole days. */
  from_time: LocalTime.nullable(),
  until_time: LocalTime.nullable(),
  reason: z.string(),
  /** Booked flights that it was to fly in these days, and still is. */
  flights: z.number().int(),
})

/** `GET /v1/aircraft_outages`: those that are not over, soonest first, and every aircraft. */
export const AircraftOutageList = z.object({
  aircraft_outages: z.array(AircraftOutage),
  aircraft: z.array(
    z.object({
      id: Id,
      registration: z.string(),
      terminal_name: z.string(),
      /** False for one that is out of service until somebody puts it back. */
      in_service: z.boolean(),
    }),
  ),
})

/** A booked flight of an aircraft that would be out of service, with the aircraft that can fly it. */
export const HitFlight = RosterFlight.extend({
  /** Null where too many flights are hit to look at each; the board says it then. */
  aircraft: z.array(z.object({ id: Id, registration: z.string() })).nullable(),
})
export const OutagePreview = z.object({ hit_flights: z.array(HitFlight) })
export const OutagePreviewReply = z.object({ outage_preview: OutagePreview })

/** `POST /v1/aircraft_outages`. */
export const AircraftOutageFields = z
  .object({
    aircraft_id: Id,
    from_date: LocalDate,
    until_date: LocalDate,
    reason: z.string().trim().min(1, 'Please say why').max(200),
    /** Only says which flights are hit; nothing is written. */
    preview: z.boolean().default(false),
    /** The flights of the preview. If they are others now, the answer is 409 with the present ones. */
    seen: z.array(Id).max(500).default([]),
  })
  .refine(({ from_date: from, until_date: until }) => from <= until, {
    error: 'Must not be before the first day',
    path: ['until_date'],
  })
export const AircraftOutageRequest = z.object({ aircraft_outage: AircraftOutageFields })
export const AircraftOutageReply = z.object({ aircraft_outage: AircraftOutage })

export type AircraftOutage = z.infer<typeof AircraftOutage>
export type AircraftOutageList = z.infer<typeof AircraftOutageList>
export type HitFlight = z.infer<typeof HitFlight>
export type OutagePreview = z.infer<typeof OutagePreview>
export type AircraftOutageFields = z.infer<typeof AircraftOutageFields>
