import { z } from 'zod'
import { Id } from './primitives.ts'

/** The places of a row from left to right, seen from above with the nose up. */
export const CABIN_PLACES = ['left', 'centre left', 'centre', 'centre right', 'right'] as const
export type CabinPlace = (typeof CABIN_PLACES)[number]
const CabinPlace = z.enum(CABIN_PLACES)

/** With more seats a proposal could take longer than a page may. */
export const MOST_CABIN_SEATS = 9

const placesOf = ({ seats, pilot }: CabinRow): CabinPlace[] => [...seats, ...(pilot === null ? [] : [pilot])]
const isOrdered = ({ seats }: CabinRow) =>
  seats.every(
    (seat, at) => at === 0 || CABIN_PLACES.indexOf(seat) > CABIN_PLACES.indexOf(seats[at - 1] ?? seat),
  )

/** A row of a cabin; the first row is the front one. */
const CabinRow = z.object({
  /** Its seats for passengers, from left to right. */
  seats: z.array(CabinPlace).max(5),
  /** Where the pilot sits, if it is in this row. */
  pilot: CabinPlace.nullable(),
  /** What its passengers may weigh together, in pounds; null without a limit. */
  max_lbs: z.number().int().min(1).max(20_000).nullable(),
  /** How far its seats are from the datum, in inches; null where nobody entered it. */
  arm_in: z.number().min(-2_000).max(2_000).nullable(),
})

const HOW = 'Write a row a line, front first, like “left, pilot right; 250 lb; 62 in”'

/** The rows of a cabin from the nose to the tail. */
export const CabinRows = z
  .array(CabinRow, { error: HOW })
  .min(1, HOW)
  .max(5, 'Write at most five rows')
  .refine((rows) => rows.every((row) => new Set(placesOf(row)).size === placesOf(row).length), {
    error: 'A place can be named once in a row',
  })
  .refine((rows) => rows.every(isOrdered), { error: 'Name the seats of a row from left to right' })
  .refine((rows) => rows.filter(({ pilot }) => pilot !== null).length === 1, {
    error: 'Write in one row where the pilot sits, like “left, pilot right”',
  })
  .refine((rows) => rows.flatMap(({ seats }) => seats).length <= MOST_CABIN_SEATS, {
    error: `A seating is kept for at most ${String(MOST_CABIN_SEATS)} seats`,
  })

export type CabinRow = z.infer<typeof CabinRow>

/**
 * A load against its limits. Rows, sides and their difference are pounds, the centre of gravity inches,
 * the front people beside the pilot who may not sit there.
 */
const SeatingLoad = z.object({
  kind: z.enum(['front', 'row', 'left', 'right', 'difference', 'centre_of_gravity']),
  /** The row from 1, of the front and of rows; null for the others. */
  row: z.number().int().positive().nullable(),
  value: z.number(),
  /** Only of the centre of gravity. */
  min: z.number().nullable(),
  /** Null without a limit. */
  max: z.number().nullable(),
  /** Outside its limits. */
  over: z.boolean(),
})

const TakenSeat = z.object({
  /** Its row and place: `1L`, `3C`. */
  name: z.string().max(4),
  passenger_id: Id,
})

/** Who sits where on a flight, and what that loads on rows and sides. */
export const Seating = z.object({
  /** From the nose to the tail, from left to right. A second seat has its passenger, too. */
  seats: z.array(
    z.object({
      name: z.string(),
      row: z.number().int().positive(),
      place: CabinPlace,
      passenger_id: Id.nullable(),
    }),
  ),
  pilot: z.object({ row: z.number().int().positive(), place: CabinPlace }),
  /** The pilot’s counted weight in pounds; null if it is not counted. */
  pilot_lbs: z.number().int().nullable(),
  /** Empty while no seat is given. */
  loads: z.array(SeatingLoad),
  /** Those on board without a seat: everybody while no seat is given. */
  unseated: z.array(Id),
  /** Those who need two seats side by side. */
  two_seats: z.array(Id),
  /** The operator’s words on who may sit in front. */
  front_seat_rule: z.string().nullable(),
})

/**
 * `PUT /v1/flights/{id}/seating`: the taken seats, all of them; none clears the seating. `seats_was`
 * are those that the caller saw; if somebody else has changed them, the reply is 409.
 */
export const SeatingRequest = z.object({
  seating: z
    .object({
      seats: z.array(TakenSeat).max(MOST_CABIN_SEATS),
      seats_was: z.array(TakenSeat).max(MOST_CABIN_SEATS).optional(),
    })
    .strict(),
})
export const SeatingReply = z.object({ seating: Seating })

/** `POST /v1/flights/{id}/seating_proposals`: a seating within all limits; it is not saved. */
export const SeatingProposalReply = z.object({
  /** Null if no seating keeps all limits. */
  seating_proposal: z.object({ seats: z.array(TakenSeat) }).nullable(),
})

export type Seating = z.infer<typeof Seating>
export type SeatingLoad = z.infer<typeof SeatingLoad>
export type TakenSeat = z.infer<typeof TakenSeat>
