import { REPORT_AT_ONCE_DAYS, type ReportAgainst, type ReportOverview } from '#contract/report.ts'
import { type ApiDeps } from '../../deps.ts'
import { toDollars } from '../../rules/money/money.ts'
import { addDays, datesBetween } from '../../rules/time/local-time.ts'
import { countOwed } from '../reports/count-books.ts'
import { countDays, type ReportRefusal } from '../reports/read-report.ts'
import { readShopZone } from '../reports/report-span.ts'
import { countNetSales, type NamedSums, type NetSales } from './count-net-sales.ts'
import { countSeatsFlown, type HourLoad } from './count-seats-flown.ts'

interface OverviewInput {
  from: string
  to: string
  brandId: number | null
  against: ReportAgainst
}

const WEEKS_OF_A_YEAR = 52

/** The number of days by which the compared span is earlier: whole weeks, so that weekdays agree. */
const daysBack = ({ from, to, against }: Pick<OverviewInput, 'from' | 'to' | 'against'>): number =>
  7 * (against === 'year' ? WEEKS_OF_A_YEAR : Math.ceil(countDays(from, to) / 7))

/** Reads a span of at most `REPORT_AT_ONCE_DAYS` days beside an earlier one, with six queries. */
export async function readReportOverview(
  { database: { query }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  { from, to, brandId, against }: OverviewInput,
): Promise<{ ok: true; overview: ReportOverview } | { ok: false; reason: ReportRefusal }> {
  const count = countDays(from, to)
  if (count < 1) return { ok: false, reason: 'report_span' }
  if (count > REPORT_AT_ONCE_DAYS) return { ok: false, reason: 'report_too_long' }
  const now = clock.now()
  const span = { from, to, timezone: await readShopZone(query) }
  const back = daysBack({ from, to, against })
  const earlier = { ...span, from: addDays(from, -back), to: addDays(to, -back) }
  const [sales, salesBefore, hours, hoursBefore, gifts] = await Promise.all([
    countNetSales(query, span, brandId),
    countNetSales(query, earlier, brandId),
    countSeatsFlown(query, { span, brandId, now }),
    countSeatsFlown(query, { span: earlier, brandId, now }),
    brandId === null ? countOwed(query, span) : [],
  ])
  const owed = gifts.find(({ key }) => key === 'gifts')?.figures
  const overview = {
    from,
    to,
    before: { from: earlier.from, to: earlier.to },
    timezone: span.timezone,
    brand_id: brandId,
    figures: presentFigures(sales, hours),
    figures_before: presentFigures(salesBefore, hoursBefore),
    gifts_owed: owed
      ? { closing: dollars(owed['closing'] ?? 0), opening: dollars(owed['opening'] ?? 0) }
      : null,
    days: datesBetween(from, to).map((date) => {
      const before = addDays(date, -back)
      const [net, netBefore] = [sales.days.get(date) ?? 0, salesBefore.days.get(before) ?? 0]
      return { date, net: dollars(net), date_before: before, net_before: dollars(netBefore) }
    }),
    hours: hours.map(({ weekday, hour, flights, seats, seatsSold }) => ({
      weekday,
      hour,
      flights,
      seats,
      seats_sold: seatsSold,
    })),
    channels: compareSums(sales.channels, salesBefore.channels),
    campaigns: compareSums(sales.campaigns, salesBefore.campaigns),
    made_at: now.toISOString(),
  }
  return { ok: true, overview }
}

/** Adding 0 turns a negative zero into 0. */
const dollars = (cents: number): number => toDollars(cents) + 0

function presentFigures({ net, refunds }: NetSales, hours: readonly HourLoad[]) {
  const sum = (figure: keyof HourLoad) => hours.reduce((total, row) => total + row[figure], 0)
  const seats = sum('seats')
  const priced = sum('pricedSeats')
  return {
    net: dollars(net),
    refunds: dollars(refunds),
    seats_flown: sum('seatsFlown'),
    load: seats === 0 ? null : Math.round((sum('seatsSold') * 1000) / seats) / 10,
    average_seat: priced === 0 ? null : toDollars(Math.round(sum('priceCents') / priced)),
  }
}

/** The rows of either span, largest first; rows without money in both spans are left out. */
function compareSums(now: NamedSums, before: NamedSums): ReportOverview['channels'] {
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => ({
      key,
      label: (now.get(key) ?? before.get(key))?.label ?? key,
      net: dollars(now.get(key)?.cents ?? 0),
      net_before: dollars(before.get(key)?.cents ?? 0),
    }))
    .filter(({ net, net_before: earlier }) => net !== 0 || earlier !== 0)
    .toSorted((a, b) => b.net - a.net || b.net_before - a.net_before)
}
