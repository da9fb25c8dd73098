import { type ReportOverview } from '#contract/report.ts'
import { csvText } from '../parts/csv.ts'
import { hourText, WEEKDAYS } from './overview-text.ts'

/** An overview as comma-separated values (RFC 4180): one row for each figure, with plain numbers. */
export function overviewCsv(overview: ReportOverview): string {
  const { figures: now, figures_before: before, gifts_owed: owed } = overview
  const rows: [part: string, row: string, now: number | null, before: number | null][] = [
    ['Total', 'Net sales', now.net, before.net],
    ['Total', 'Load in percent', now.load, before.load],
    ['Total', 'Seats flown', now.seats_flown, before.seats_flown],
    ['Total', 'Average seat', now.average_seat, before.average_seat],
    ['Total', 'Refunds', now.refunds, before.refunds],
    ['Total', 'Gifts owed', owed?.closing ?? null, owed?.opening ?? null],
    ...overview.days.map(
      ({ date, net, net_before: earlier }) => ['Day', date, net, earlier] satisfies (typeof rows)[number],
    ),
    ...overview.hours.map(
      ({ weekday, hour, seats, seats_sold: sold }) =>
        [
          'Load in percent',
          `${WEEKDAYS[weekday] ?? ''} ${hourText(hour)}`,
          Math.round((sold * 1000) / seats) / 10,
          null,
        ] satisfies (typeof rows)[number],
    ),
    ...named('Channel', overview.channels),
    ...named('First campaign', overview.campaigns),
  ]
  return [
    'Part,Row,These days,Before',
    ...rows.map(([part, row, ...figures]) => [part, csvText(row), ...figures.map((n) => n ?? '')].join(',')),
    '',
  ].join('\r\n')
}

const named = (part: string, rows: ReportOverview['channels']) =>
  rows.map(({ label, net, net_before: before }): [string, string, number, number] => [
    part,
    label,
    net,
    before,
  ])
