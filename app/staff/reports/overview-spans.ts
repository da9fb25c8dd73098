import { addDays } from '../parts/add-days.ts'

export interface OverviewSpan {
  from: string
  to: string
}

/** The Monday of a date's week. */
function mondayOf(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  return addDays(date, -weekday)
}

/** The last whole week, Monday to Sunday: "how was last week". */
export function lastWeek(today: string): OverviewSpan {
  const monday = mondayOf(today)
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}

/** Spans offered as links, none longer than the overview answers. */
export function listOverviewSpans(today: string): (OverviewSpan & { text: string })[] {
  const month = `${today.slice(0, 8)}01`
  const lastMonthEnd = addDays(month, -1)
  const { from: monday } = lastWeek(today)
  return [
    { text: 'Last week', ...lastWeek(today) },
    { text: 'This week', from: mondayOf(today), to: today },
    { text: 'Last 4 weeks', from: addDays(monday, -21), to: addDays(monday, 6) },
    { text: 'Last 12 weeks', from: addDays(monday, -77), to: addDays(monday, 6) },
    { text: 'This month', from: month, to: today },
    { text: 'Last month', from: `${lastMonthEnd.slice(0, 8)}01`, to: lastMonthEnd },
  ]
}
