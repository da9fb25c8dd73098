import { z } from 'zod'
import { DutyLimits, DutyOver } from './duty-limits.ts'
import { FlightStatus } from './enums.ts'
import { Id, Instant, LocalDate, LocalTime } from './primitives.ts'

export const AbsenceKind = z.enum(['off', 'ill', 'training'])

/** Days, both included, on which a pilot does not fly. */
export const PilotAbsence = z.object({
  id: Id,
  pilot_id: Id,
  from_date: LocalDate,
  until_date: LocalDate,
  kind: AbsenceKind,
  note: z.string().nullable(),
  /** The pilot said so; otherwise the desk did. */
  by_pilot: z.boolean(),
})

/** When a pilot can fly on a weekday, by the clock of the terminal. */
export const PilotHours = z.object({
  /** 0 is Sunday. */
  day_of_week: z.number().int().min(0).max(6),
  from: LocalTime,
  /** On the day after where it is not later than `from`. */
  until: LocalTime,
})

/** A flight of a roster. */
export const RosterFlight = z.object({
  id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  terminal_name: z.string(),
  timezone: z.string(),
  /** The calendar day of its departure at the terminal. */
  date: LocalDate,
  depart_at: Instant,
  status: FlightStatus,
  /** Seats that are sold or held. */
  people: z.number().int(),
})

export const RosterDay = z.object({
  date: LocalDate,
  /** Why they do not fly on this day; null where they can. */
  off: AbsenceKind.nullable(),
  /** Their hours on this day; null for none, or for any time where they have no hours at all. */
  hours: PilotHours.nullable(),
  flights: z.array(RosterFlight),
  /** Of the duties that begin on this day, with report and release. */
  duty_from: Instant.nullable(),
  duty_until: Instant.nullable(),
  duty_mins: z.number().int(),
  /** From off blocks to landing: as it was, and as planned for what is still to come. */
  flight_mins: z.number().int(),
  over: z.array(DutyOver),
})

export const PilotRoster = z.object({
  pilot_id: Id,
  name: z.string(),
  /** Empty: at any time. */
  hours: z.array(PilotHours),
  /** Those that are not over on the first day, soonest first. */
  absences: z.array(PilotAbsence),
  days: z.array(RosterDay),
})

/**
 * `GET /v1/pilot_weeks/{date}`: seven days from a date on, by the calendars of the terminals. Staff see all
 * pilots, pilots themselves.
 */
export const PilotWeek = z.object({
  date: LocalDate,
  duty_limits: DutyLimits,
  pilots: z.array(PilotRoster),
  /** The booked flights of these days that have still to leave and have no pilot. */
  open_flights: z.array(RosterFlight),
})
export const PilotWeekReply = z.object({ pilot_week: PilotWeek })

/** A flight that would lose its pilot, with those who can take it. */
export const LostFlight = RosterFlight.extend({ pilots: z.array(z.object({ id: Id, name: z.string() })) })

/** What a change of when a pilot can fly does to flights that they were to fly. */
export const RosterPreview = z.object({ lost_flights: z.array(LostFlight) })
export const RosterPreviewReply = z.object({ roster_preview: RosterPreview })

const confirmed = {
  /** Only says which flights would lose their pilot; nothing is written. */
  preview: z.boolean().default(false),
  /** The flights of the preview. If they are others now, the answer is 409 with the present ones. */
  seen: z.array(Id).max(500).default([]),
}

/** `POST /v1/pilot_absences`: a pilot may only tell days of their own. */
export const PilotAbsenceFields = z
  .object({
    pilot_id: Id,
    from_date: LocalDate,
    until_date: LocalDate,
    kind: AbsenceKind,
    note: z.string().trim().max(200).nullable().default(null),
    ...confirmed,
  })
  .refine(({ from_date: from, until_date: until }) => from <= until, {
    error: 'Must not be before the first day',
    path: ['until_date'],
  })
export const PilotAbsenceRequest = z.object({ pilot_absence: PilotAbsenceFields })
export const PilotAbsenceReply = z.object({ pilot_absence: PilotAbsence })

/** `PUT /v1/pilot_hours/{id}`: all hours of a pilot; without any they can fly at any time. */
export const PilotHoursFields = z.object({
  days: z
    .array(PilotHours)
    .max(7)
    .refine((days) => new Set(days.map(({ day_of_week: day }) => day)).size === days.length, {
      error: 'Each weekday once',
    }),
  ...confirmed,
})
export const PilotHoursRequest = z.object({ pilot_hours: PilotHoursFields })
export const PilotHoursReply = z.object({ pilot_hours: z.object({ days: z.array(PilotHours) }) })

export type AbsenceKind = z.infer<typeof AbsenceKind>
export type PilotAbsence = z.infer<typeof PilotAbsence>
export type PilotHours = z.infer<typeof PilotHours>
export type RosterFlight = z.infer<typeof RosterFlight>
export type RosterDay = z.infer<typeof RosterDay>
export type PilotRoster = z.infer<typeof PilotRoster>
export type PilotWeek = z.infer<typeof PilotWeek>
export type LostFlight = z.infer<typeof LostFlight>
export type RosterPreview = z.infer<typeof RosterPreview>
export type PilotAbsenceFields = z.infer<typeof PilotAbsenceFields>
export type PilotHoursFields = z.infer<typeof PilotHoursFields>
