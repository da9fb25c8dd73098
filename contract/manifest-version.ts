import { z } from 'zod'
import { DutyLimits, DutyOver } from './duty-limits.ts'
import { FlightStatus } from './enums.ts'
import { Dollars, Id, Instant } from './primitives.ts'
import { Seating } from './seating.ts'

/** A passenger as the paper names them. */
const ManifestLine = z.object({
  id: Id,
  order_id: Id,
  full_name: z.string(),
  /** Null where nobody told it; `counted_lbs` is the assumed one then. */
  weight_lbs: z.number().int().nullable(),
  counted_lbs: z.number().int(),
  seats: z.number().int(),
  /** `3L`, with a second seat `3L + 3C`; null or missing where no seat is given. */
  seat: z.string().nullable().optional(),
  waiver_signed: z.boolean(),
  /** When they were checked in; null before. */
  checked_in_at: Instant.nullable(),
  /** The passenger's type, seating, the crew’s note and upgrades. */
  notes: z.array(z.string()),
})

/** What is said of a party beside its people. */
const ManifestParty = z.object({
  order_id: Id,
  /** What staff noted about the order for the manifest, oldest first. */
  comments: z.array(z.string()),
  /** What those who come still owe; null when nothing is left to pay. */
  owes: Dollars.nullable(),
})

/** What stands on the load manifest of a flight: who flies, with what weights, who flies it, and when. */
export const ManifestContent = z.object({
  product_name: z.string(),
  terminal_name: z.string(),
  timezone: z.string(),
  depart_at: Instant,
  sunset: Instant.nullable(),
  last_light: Instant.nullable(),
  registration: z.string(),
  capacity: z.number().int(),
  max_weight_lbs: z.number().int(),
  pilot_id: Id.nullable(),
  pilot_name: z.string().nullable(),
  seats_sold: z.number().int(),
  total_weight_lbs: z.number().int(),
  /** Those who do not come are not on it. */
  passengers: z.array(ManifestLine),
  /** The parties of which there is something to say; missing on paper that is older than such words. */
  parties: z.array(ManifestParty).optional(),
  /** Null or missing where the type of the aircraft has no cabin. */
  seating: Seating.nullable().optional(),
})

/** One difference between two contents, with what stood there before and what stands there now. */
export const ManifestChange = z.object({
  kind: z.enum([
    'passenger_added',
    'passenger_removed',
    'name',
    'weight',
    'seats',
    'seat',
    'notes',
    'comments',
    'pilot',
    'aircraft',
    'time',
  ]),
  /** Null for changes of the flight itself and of a whole party. */
  passenger_id: Id.nullable(),
  /** The party’s order; only of its comments. */
  order_id: Id.optional(),
  /** The present name of the passenger. */
  passenger_name: z.string().nullable(),
  /** Null where nothing stood or stands there. Weights are pounds, times are instants. */
  before: z.string().nullable(),
  now: z.string().nullable(),
})

/** A version begins when it is printed, or when the pilot accepts what stands there. */
export const ManifestVersion = z.object({
  flight_id: Id,
  flight_code: z.string(),
  number: z.number().int().positive(),
  printed_at: Instant.nullable(),
  printed_by: z.string().nullable(),
  accepted_at: Instant.nullable(),
  accepted_by: z.string().nullable(),
  /** Its differences from the version before. */
  changes: z.array(ManifestChange),
})

/** How the present manifest of a flight differs from its paper and from what the pilot accepted. */
export const ManifestState = z.object({
  /** Names the present content; an acceptance sends it back. */
  seen: z.string(),
  /** The newest printed version; null without one. */
  printed: z.number().int().positive().nullable(),
  /** Since the newest printed version; empty once the flight has left. */
  changes_after_printing: z.array(ManifestChange),
  /** The newest version that the present pilot accepted; null without one. */
  accepted: z.number().int().positive().nullable(),
  /** Since that version; empty once the flight has left. */
  changes_after_acceptance: z.array(ManifestChange),
})

/** `GET /v1/flights/{id}/manifest_versions`, newest first. */
export const ManifestVersionsReply = z.object({
  manifest_versions: z.array(ManifestVersion),
  manifest_state: ManifestState,
})

/** `GET /v1/flights/{id}/manifest_versions/{number}`, for the paper. */
export const ManifestVersionReply = z.object({
  manifest_version: ManifestVersion.extend({
    content: ManifestContent,
    /** The printed version that this one replaces; null for the first paper. */
    replaces: z.number().int().positive().nullable(),
    /** Its differences from the paper that it replaces. */
    changes_since_paper: z.array(ManifestChange),
  }),
})

/** `POST /v1/flights/{id}/manifest_versions`: prints what stands there now; there is nothing to send. */
export const PrintManifestReply = z.object({ manifest_version: ManifestVersion })

/** `POST /v1/flights/{id}/manifest_acceptances`: by the flight’s pilot. */
export const AcceptManifestRequest = z.object({
  manifest_acceptance: z.object({ seen: z.string().min(1).max(64) }).strict(),
})
/** The 409 of an acceptance of something that has changed meanwhile. */
export const AcceptManifestConflict = z.object({ manifest_state: ManifestState })

/** Flights with less than a rest between them. */
export const PilotDuty = z.object({
  from: Instant,
  until: Instant,
  duty_mins: z.number().int(),
  /** From off blocks to landing: as it was, and as planned for what is still to come. */
  flight_mins: z.number().int(),
  over: z.array(DutyOver),
})

/** A flight of the pilot who asks. */
export const PilotFlight = z.object({
  id: Id,
  flight_code: z.string(),
  status: FlightStatus,
  next_statuses: z.array(FlightStatus),
  arrive_at: Instant,
  /** How much later than it was sold it is expected to leave. */
  delay_mins: z.number().int(),
  /** What is missing before departure; empty when it may leave. */
  before_departure: z.array(z.string()),
  off_blocks_at: Instant.nullable(),
  landed_at: Instant.nullable(),
  content: ManifestContent,
  manifest_state: ManifestState,
  /** The duty that the flight belongs to, with report and release. */
  duty: PilotDuty,
})
/** `GET /v1/pilot_flights`: the caller’s own flights of today and tomorrow, in the order they leave. */
export const PilotFlightsReply = z.object({
  pilot_flights: z.array(PilotFlight),
  /** The caller. */
  pilot_name: z.string(),
  duty_limits: DutyLimits,
})

export type PilotDuty = z.infer<typeof PilotDuty>
export type ManifestContent = z.infer<typeof ManifestContent>
export type ManifestParty = z.infer<typeof ManifestParty>
export type ManifestLine = z.infer<typeof ManifestLine>
export type ManifestChange = z.infer<typeof ManifestChange>
export type ManifestVersion = z.infer<typeof ManifestVersion>
export type ManifestState = z.infer<typeof ManifestState>
export type ManifestVersionPaper = z.infer<typeof ManifestVersionReply>['manifest_version']
export type PilotFlight = z.infer<typeof PilotFlight>
