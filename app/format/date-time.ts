import { formatDayAndYear, formatTime, formatZone, toLocalDate, toLocalTime } from './local-time.ts'

/** `Saturday 5 December 2026, 3:43 pm EST` */
export function formatDateTime(instant: string, zone: string): string {
  const [day, time] = [toLocalDate(instant, zone), toLocalTime(instant, zone)]
  return `${formatDayAndYear(day)}, ${formatTime(time)} ${formatZone(instant, zone)}`
}
