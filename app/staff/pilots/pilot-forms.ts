import { type FormShape } from '../../ui/form/form-shape.ts'

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** Days on which a pilot does not fly. */
export const ABSENCE_SHAPE = {
  id: 'absence',
  labels: { from_date: 'First day', until_date: 'Last day', kind: 'Why', note: 'Note' },
} as const satisfies FormShape

type HoursName = `${'from' | 'until'}_${'0' | '1' | '2' | '3' | '4' | '5' | '6'}`

/** The hours of the weekdays. */
export const HOURS_SHAPE = {
  id: 'hours',
  labels: Object.fromEntries(
    WEEKDAYS.flatMap((day, at) => [
      [`from_${String(at)}`, `${day} from`],
      [`until_${String(at)}`, `${day} until`],
    ]),
  ) as Record<HoursName, string>,
} satisfies FormShape

/** The limits of duty; hours are typed, `13.5`, and the rest in minutes. */
export const LIMITS_SHAPE = {
  id: 'limits',
  labels: {
    max_flight_hours: 'Hours in the air in a duty, at most',
    max_duty_hours: 'Hours of a duty, at most',
    min_rest_hours: 'Hours of rest between two duties, at least',
    max_days_in_row: 'Days with a flight in a row, at most',
    report_mins: 'Minutes of duty before the first flight',
    release_mins: 'Minutes of duty after the last landing',
  },
} as const satisfies FormShape

export const KINDS = { off: 'Day off', ill: 'Ill', training: 'Training' } as const
