import { addDays } from '../parts/add-days.ts'
import { type WeatherView } from './weather-view.ts'

/** An afternoon, where the address says no more. */
const NOON = '12:00'
const LATE = '22:00'

interface LocalNow {
  date: string
  time: string
}

/**
 * The span of a weather day where the address leaves it open: the rest of today, and tomorrow's
 * afternoon once the evening is over.
 * @param now date and time at the terminal, like `2026-12-05` and `16:28`
 */
export function proposeSpan(
  view: Pick<WeatherView, 'date' | 'from' | 'until'>,
  now: LocalNow,
): { date: string; from: string; until: string } {
  const isOver = now.time >= LATE
  const date = view.date ?? (isOver ? addDays(now.date, 1) : now.date)
  const isUnderWay = date === now.date && !isOver && now.time > NOON
  return { date, from: view.from ?? (isUnderWay ? now.time : NOON), until: view.until ?? LATE }
}
