import { z } from 'zod'
import { Id, LocalDate, LocalTime } from '#contract/primitives.ts'
import { WEATHER_HOLD_HOURS } from '#contract/weather-day.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** Why nothing flies, as the customers read it. */
export const WEATHER_REASONS = {
  wind: 'The wind is over our limit.',
  cloud: 'The clouds are too low.',
  storm: 'Thunderstorms are on their way.',
  ice: 'There is ice in the clouds.',
} as const
const REASON_NAMES = ['wind', 'cloud', 'storm', 'ice'] as const

/** The longest sentence that staff add to the reason. */
export const MOST_WORDS = 240

/** What the address of the page asks for; the preview needs both times. */
export const WeatherQuery = z.object({
  terminal: Id.nullable().default(null).catch(null),
  date: LocalDate.nullable().default(null).catch(null),
  from: LocalTime.nullable().default(null).catch(null),
  until: LocalTime.nullable().default(null).catch(null),
  why: z.enum(REASON_NAMES).default('wind').catch('wind'),
  words: z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, MOST_WORDS)),
  hold: z.coerce.number().pipe(z.literal(WEATHER_HOLD_HOURS)).default(24).catch(24),
  show: z.enum(['all']).nullable().default(null).catch(null),
})
export type WeatherView = z.output<typeof WeatherQuery>

/** The sentence in the mail. */
export const weatherNote = ({ why, words }: Pick<WeatherView, 'why' | 'words'>): string =>
  words === '' ? WEATHER_REASONS[why] : `${WEATHER_REASONS[why]} ${words}`

/** The address of a view with some of it changed. */
export function weatherHref(view: Partial<WeatherView>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) {
    if (value !== null && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? '/staff/weather' : `/staff/weather?${query.toString()}`
}

/** The one field of a weather hold; the span stands in the address of the page. */
export const HOLD_SHAPE = {
  id: 'hold',
  labels: { decide_time: 'We decide at' },
} as const satisfies FormShape

/** Puts the decision about a hold off. */
export const POSTPONE_SHAPE = {
  id: 'postpone',
  labels: { decide_time: 'We decide later, at' },
} as const satisfies FormShape

export const holdHref = (id: number): string => `/staff/weather/holds/${String(id)}`
