import { type DutyLimits, type DutyOver } from '#contract/duty-limits.ts'

/** `6.2 h`, `8 h` */
export const formatHours = (minutes: number): string => `${String(Math.round(minutes / 6) / 10)} h`

/** `6.2 h of 8 h` */
export const describeUse = (minutes: number, limit: number): string =>
  `${formatHours(minutes)} of ${formatHours(limit)}`

/** What a duty is over. */
export const OVER: Readonly<Record<DutyOver, string>> = {
  flight_hours: 'Too long in the air',
  duty_hours: 'Duty too long',
  rest: 'Rest too short',
  days_in_row: 'Too many days in a row',
}

/** `Limits: 8 h in the air, 14 h of duty, 10 h of rest. …` */
export function describeLimits(limits: DutyLimits): string {
  const { max_flight_mins: flown, max_duty_mins: duty, min_rest_mins: rest, max_days_in_row: days } = limits
  const inRow = days === null ? '' : `, ${String(days)} days in a row`
  return (
    `Limits: ${formatHours(flown)} in the air, ${formatHours(duty)} of duty, ${formatHours(rest)} of rest` +
    `${inRow}. Duty begins ${String(limits.report_mins)} minutes before the first flight and ends ` +
    `${String(limits.release_mins)} minutes after the last one.`
  )
}
