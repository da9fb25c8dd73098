import { z } from 'zod'

const minutes = z.number().int().max(10_080)

/** How long a pilot may fly and be on duty, as the operator's own rule says; in minutes. */
export const DutyLimits = z.object({
  /** From off blocks to landing, of all flights of a duty. */
  max_flight_mins: minutes.min(1),
  /** From the report before the first flight to the end of the work after the last one. */
  max_duty_mins: minutes.min(1),
  /** Between two duties. */
  min_rest_mins: minutes.min(0),
  /** Days with a flight, one after the other; null for any number. */
  max_days_in_row: z.number().int().min(1).max(90).nullable(),
  /** A duty begins so long before its first flight leaves, and ends so long after its last one landed. */
  report_mins: minutes.min(0),
  release_mins: minutes.min(0),
})

/** `PATCH /v1/duty_limits`: what is left out stays. Flights that have their pilots keep them. */
export const DutyLimitsPatch = z.object({ duty_limits: DutyLimits.partial() })
export const DutyLimitsReply = z.object({ duty_limits: DutyLimits })

/** A limit that a duty is over. */
export const DutyOver = z.enum(['flight_hours', 'duty_hours', 'rest', 'days_in_row'])

export type DutyLimits = z.infer<typeof DutyLimits>
export type DutyOver = z.infer<typeof DutyOver>
