import { type SheetTime } from '#contract/product-sheet.ts'
import { type DepartureRule } from '../../rules/time/local-time.ts'

/** A time of the week that a product flies or shall fly. */
export type WeekCell = Pick<DepartureRule, 'dayOfWeek' | 'time' | 'offsetInMins'>

const timeKey = ({ time, offsetInMins }: Pick<WeekCell, 'time' | 'offsetInMins'>): string =>
  time ?? `sunset ${String(offsetInMins)}`
const cellKey = (cell: WeekCell): string => `${String(cell.dayOfWeek)} ${timeKey(cell)}`

/** The timetable has what flies every week until somebody ends it. */
export const isInTimetable = (rule: Pick<DepartureRule, 'publishStatus' | 'publishUntil'>): boolean =>
  rule.publishStatus === 'published' && rule.publishUntil === null

/** On sale now or later, but with an end: for example a week that was planned for a season. */
export const isLimited = (rule: Pick<DepartureRule, 'publishStatus' | 'publishUntil'>, now: Date): boolean =>
  rule.publishStatus === 'published' && rule.publishUntil !== null && rule.publishUntil > now

/** Sorts after every time of the clock. */
const BY_SUNSET = '99'

/** Groups the rules of a timetable by their time: clock times first, then those by the sunset. */
export function groupByTime<Rule extends DepartureRule>(
  rules: readonly Rule[],
): (SheetTime & { rules: Rule[] })[] {
  const times = new Map<string, Rule[]>()
  for (const rule of rules) times.set(timeKey(rule), [...(times.get(timeKey(rule)) ?? []), rule])
  return [...times.values()]
    .flatMap((same) => {
      const [first] = same
      if (!first) return []
      const days = [...new Set(same.map(({ dayOfWeek }) => dayOfWeek))].toSorted((a, b) => a - b)
      return { time: first.time, sunset_offset_mins: first.offsetInMins, days, rules: same }
    })
    .toSorted(
      (a, b) =>
        (a.time ?? BY_SUNSET).localeCompare(b.time ?? BY_SUNSET) ||
        (a.sunset_offset_mins ?? 0) - (b.sunset_offset_mins ?? 0),
    )
}

export interface TimetableChange<Rule extends DepartureRule> {
  /** Times that the product never flew. */
  created: WeekCell[]
  /** Rules of that time that had ended or were to end, with their fare and prices. */
  reopened: Rule[]
  ended: Rule[]
}

/**
 * What makes a timetable of these rules. A rule that once flew at a time flies again with its fare;
 * rules that end by themselves stay as they are unless their time is wanted every week.
 */
export function planTimetable<Rule extends DepartureRule>(
  rules: readonly Rule[],
  wanted: readonly SheetTime[],
): TimetableChange<Rule> {
  const cells = new Map(
    wanted.flatMap(({ time, sunset_offset_mins: offsetInMins, days }) =>
      days.map((dayOfWeek): [string, WeekCell] => {
        const cell = { dayOfWeek, time, offsetInMins }
        return [cellKey(cell), cell]
      }),
    ),
  )
  const flying = new Set(rules.filter(isInTimetable).map(cellKey))
  const change: TimetableChange<Rule> = {
    created: [],
    reopened: [],
    ended: rules.filter((rule) => isInTimetable(rule) && !cells.has(cellKey(rule))),
  }
  for (const [key, cell] of cells) {
    if (flying.has(key)) continue
    const former = rules.filter((rule) => cellKey(rule) === key)
    // The one on sale, else the newest.
    const [again] = former.toSorted(
      (a, b) =>
        Number(b.publishStatus === 'published') - Number(a.publishStatus === 'published') || b.id - a.id,
    )
    if (again) change.reopened.push(again)
    else change.created.push(cell)
  }
  return change
}
