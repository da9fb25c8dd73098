import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatMonth } from '../format/local-time.ts'
import { type WhenPage } from './when-page.ts'

/** The parts of the page that are announced. */
export type AnnouncedPage = Pick<WhenPage, 'month' | 'day' | 'quote' | 'problems'>

/** `4 departures on Saturday 5 December`, counting those that can be chosen. */
function dayText({ date, departures }: WhenPage['day']): string {
  const count = departures.filter(({ status }) => status === 'open' || status === 'too_few').length
  const flights = count === 0 ? 'No departures' : count === 1 ? '1 departure' : `${String(count)} departures`
  return `${flights} on ${formatDay(date)}`
}

/** The announcement for screen readers of what changed in place; empty if nothing important did. */
export function whenAnnouncement(before: AnnouncedPage, now: AnnouncedPage): string {
  const sentences: string[] = []
  if (now.day.date !== before.day.date) sentences.push(dayText(now.day))
  else if (now.month.month !== before.month.month) sentences.push(formatMonth(now.month.month))
  for (const { text } of now.problems) {
    if (!before.problems.some((known) => known.text === text)) sentences.push(text)
  }
  if (now.quote && now.quote.total !== before.quote?.total)
    sentences.push(`Total ${formatDollars(now.quote.total)}`)
  return sentences.join('. ')
}
