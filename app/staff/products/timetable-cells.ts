import { type SheetTime } from '#contract/product-sheet.ts'
import { formatTime } from '../../format/local-time.ts'
import { WEEKDAYS } from '../catalogue/week-form.tsx'

/*
 * The boxes of the timetable by their values: a time and a weekday, `09:00 1` or `sunset-60 1`.
 */

type Time = Pick<SheetTime, 'time' | 'sunset_offset_mins'>
const TIME = /^(?:([01]\d|2[0-3]):[0-5]\d|sunset-?\d{1,3})$/
const CELL = /^(\S+) ([0-6])$/

export const timeKey = ({ time, sunset_offset_mins: mins }: Time): string =>
  time ?? `sunset${String(mins ?? 0)}`

export const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]
export const cellOf = (key: string, day: number): string => `${key} ${String(day)}`

export const cellsOf = (timetable: readonly SheetTime[]): string[] =>
  timetable.flatMap((one) => one.days.map((day) => cellOf(timeKey(one), day)))

/** The rows of the grid: times of the clock first, then those by the sunset; unknown ones are left out. */
export const sortTimes = (keys: readonly string[]): string[] => {
  const minutes = (key: string) => (key.startsWith('sunset') ? 10_000 + Number(key.slice(6)) : toMinutes(key))
  return [...new Set(keys)].filter((key) => TIME.test(key)).toSorted((a, b) => minutes(a) - minutes(b))
}

function toMinutes(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** The timetable that ticked boxes make. */
export function timetableOf(cells: readonly string[]): SheetTime[] {
  const days = new Map<string, number[]>()
  for (const cell of cells) {
    const [, key, day] = CELL.exec(cell) ?? []
    if (key !== undefined && TIME.test(key)) days.set(key, [...(days.get(key) ?? []), Number(day)])
  }
  return sortTimes([...days.keys()]).map((key) => ({
    ...(key.startsWith('sunset')
      ? { time: null, sunset_offset_mins: Number(key.slice(6)) }
      : { time: key, sunset_offset_mins: null }),
    days: days.get(key) ?? [],
  }))
}

/** `9:00 am`, `Sunset`, `Sunset −60 min` */
export function timeName(key: string): string {
  if (!key.startsWith('sunset')) return formatTime(key)
  const minutes = Number(key.slice(6))
  if (minutes === 0) return 'Sunset'
  return `Sunset ${minutes < 0 ? '−' : '+'}${String(Math.abs(minutes))} min`
}

/** `Monday 9:00 am` */
export function cellName(cell: string): string {
  const [, key = '', day] = CELL.exec(cell) ?? []
  return `${WEEKDAYS[Number(day)] ?? ''} ${timeName(key)}`
}
