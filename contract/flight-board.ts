import { z } from 'zod'
import { AircraftCategory } from './enums.ts'
import { DutyLimits, DutyOver } from './duty-limits.ts'
import { DayTaskKind, DayTask, StaffDayFlight } from './staff-day.ts'
import { Id, Instant, LocalDate } from './primitives.ts'

/** What keeps a flight from leaving as it is. */
export const FlightNeed = DayTaskKind.extract([
  'no_pilot',
  'no_aircraft',
  'too_heavy',
  'weight_missing',
  'short_turnaround',
])

/** A booked flight of the board, or the one that was asked for. */
export const BoardFlight = StaffDayFlight.extend({
  product_id: Id,
  departure_id: Id,
  needs: z.array(FlightNeed),
  /** For a short turnaround: the flight before, and the minutes on the ground. */
  turnaround: DayTask.shape.turnaround,
})

export const BoardAircraft = z.object({
  id: Id,
  registration: z.string(),
  type_name: z.string(),
  category: AircraftCategory,
  /** Its base. */
  terminal_id: Id,
  capacity: z.number().int(),
  max_weight_lbs: z.number().int(),
  turnaround_mins: z.number().int(),
  /**
   * On this date. `since` is null where the audit log does not know it, `until` where somebody has to put
   * it back.
   */
  out_of_service: z.object({ since: Instant.nullable(), until: Instant.nullable() }).nullable(),
})

export const BoardPilot = z.object({
  id: Id,
  name: z.string(),
  /** The number of flights on this date, at all terminals. */
  flights: z.number().int(),
  /** They do not fly on this date: a day off, or a weekday that is not among their hours. */
  off: z.boolean(),
  /**
   * When they fly on this date, in minutes since midnight by the clock of the terminal; what goes on after
   * midnight ends above 1,440. Null for any time.
   */
  hours: z.array(z.object({ from_mins: z.number().int(), until_mins: z.number().int() })).nullable(),
  /** From the report before the first flight to the end of the work after the last one. */
  duty_from: Instant.nullable(),
  duty_until: Instant.nullable(),
  duty_mins: z.number().int(),
  /** The minutes from off blocks to landing: as they were, and as planned for what is still to come. */
  flight_mins: z.number().int(),
  /** The limits of duty that this day is over. */
  over: z.array(DutyOver),
})

/** A reason why an aircraft or a pilot cannot take a flight, or a flight the guests of another one. */
export const UnfitReason = z.object({
  kind: z.enum([
    'out_of_service',
    /** Of another category than was bought. */
    'other_category',
    /** `count` seats are missing. */
    'too_few_seats',
    /** `count` pounds are too many. */
    'too_heavy',
    /** Somebody would need a second seat that was not bought. */
    'second_seat',
    /** It flies `flight_code`, from its departure until it is ready again. */
    'busy',
    /** The way to or from `flight_code` takes `count` minutes. */
    'too_far',
    /** The pilot of the flight would miss `flight_code`, because this aircraft needs longer on the ground. */
    'pilot_busy',
    /** The flight is boarding, has left, or its time is over. */
    'gone',
    /** It waits for a decision about the weather. */
    'on_hold',
    /** Its fare is cheaper than what was bought, or does not give the money back as that one. */
    'other_fare',
    /** The flight at sunset was bought, and it is at another time. */
    'not_sunset',
    /** It lands after the last light, `from`, and was not bought so. */
    'dark',
    /** The pilot is off on that day, or it is not among the hours at which they fly. */
    'off',
    'outside_hours',
    /** The pilot would fly, or be on duty, for `count` minutes of `limit`. */
    'flight_hours',
    'duty_hours',
    /** The pilot would rest for `count` minutes of `limit` on the side of `flight_code`. */
    'rest',
    /** The pilot would fly on `count` days in a row of `limit`. */
    'days_in_row',
  ]),
  flight_code: z.string().nullable(),
  from: Instant.nullable(),
  until: Instant.nullable(),
  count: z.number().int().nullable(),
  /** What the operator allows, or what is needed at least. */
  limit: z.number().int().nullable(),
})

const option = {
  /** Empty if it fits. */
  reasons: z.array(UnfitReason),
  /** Ready after the flight before; null without one on this date. */
  free_from: Instant.nullable(),
  /** The departure of the next flight; null without one on this date. */
  free_until: Instant.nullable(),
}

/** What one flight could be given instead; those that fit come first, of them those within limits. */
export const FlightOptions = z.object({
  flight_id: Id,
  /** The other aircraft of the same terminal. */
  aircraft: z.array(
    z.object({
      aircraft_id: Id,
      ...option,
      /** By how much the flight would be over its weight limit; one that is over it now may stay so. */
      over_lbs: z.number().int(),
    }),
  ),
  /** The other pilots. */
  pilots: z.array(z.object({ pilot_id: Id, ...option })),
})

/** `GET /v1/flight_boards/{date}`: who flies what on a date, by each terminal's own calendar. */
export const FlightBoard = z.object({
  date: LocalDate,
  terminals: z.array(
    z.object({
      id: Id,
      name: z.string(),
      timezone: z.string(),
      /** Civil twilight begins. */
      first_light: Instant.nullable(),
      sunrise: Instant.nullable(),
      sunset: Instant.nullable(),
      /** Civil twilight ends. */
      last_light: Instant.nullable(),
    }),
  ),
  aircraft: z.array(BoardAircraft),
  flights: z.array(BoardFlight),
  pilots: z.array(BoardPilot),
  duty_limits: DutyLimits,
  /** Of the flight that was asked for; null once it has left or was called off. */
  options: FlightOptions.nullable(),
})
export const FlightBoardReply = z.object({ flight_board: FlightBoard })

export type FlightBoard = z.infer<typeof FlightBoard>
export type BoardFlight = z.infer<typeof BoardFlight>
export type BoardAircraft = z.infer<typeof BoardAircraft>
export type BoardPilot = z.infer<typeof BoardPilot>
export type FlightNeed = z.infer<typeof FlightNeed>
export type UnfitReason = z.infer<typeof UnfitReason>
export type FlightOptions = z.infer<typeof FlightOptions>
