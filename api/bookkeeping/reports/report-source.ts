import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countedRows } from './counted-rows.ts'

/**
 * What a report is summed from. The same expressions sum a group and one row of it, so a figure and
 * its rows cannot differ.
 */
export interface ReportSource {
  /** Tables and conditions, with the placeholders `$1`, `$2`, … of `values`. */
  from: string
  values: readonly unknown[]
  /** The group that a row belongs to. */
  key: string
  label: string
  /** A label that the database does not know. */
  nameKey?: (key: string) => string
  /** Sums in cents, numbers or seconds. */
  figures: Readonly<Record<string, string>>
  having?: string
  /** Groups stand in the order of their keys, or the largest first. */
  order: 'key' | 'largest'
  /** Another order of the groups. */
  orderBy?: string
  /** A number of days, of which the report has the median. */
  days?: string
  row: {
    id: string
    at: string
    /** The time zone in which it is shown. */
    timezone: string
    text: string
    nameText?: (text: string) => string
    orderId?: string
    flightId?: string
  }
}

/** A figure of a spread: how many rows have this number of days. */
export const DAYS_PREFIX = 'days:'

const listFigures = ({ figures }: ReportSource) =>
  Object.entries(figures)
    .map(([name, sum]) => `coalesce(${sum}, 0) as "${name}"`)
    .join(', ')

/** Sums a source by its groups, with one statement. */
export async function countSource(query: RawQuery, source: ReportSource): Promise<CountedRow[]> {
  const { key, label, from, values, having, order, days } = source
  const { rows } = await query(
    `select ${key} as key, max(${label}) as label, ${listFigures(source)}
        ${days === undefined ? '' : `, ${days} as days, count(*) as "days:rows"`}
      from ${from}
      group by 1 ${days === undefined ? '' : `, ${days}`}
      ${having === undefined ? '' : `having ${having}`}
      order by ${source.orderBy ?? (order === 'key' ? '1' : '3 desc, 1')}`,
    [...values],
  )
  const counted = days === undefined ? countedRows(rows) : gatherDays(rows)
  return counted.map((row) => ({ ...row, label: source.nameKey?.(row.key) ?? row.label }))
}

/** Puts the rows of a group, one for each number of days, together. */
function gatherDays(rows: readonly Record<string, unknown>[]): CountedRow[] {
  const groups = new Map<string, CountedRow>()
  for (const { days, 'days:rows': count, ...row } of rows) {
    const [counted] = countedRows([row])
    if (!counted) continue
    const before = groups.get(counted.key)?.figures ?? {}
    const figures = { ...counted.figures, [`${DAYS_PREFIX}${String(Number(days))}`]: Number(count) }
    const sums = Object.entries(figures).map(([name, value]) => [name, (before[name] ?? 0) + value] as const)
    groups.set(counted.key, { ...counted, figures: { ...before, ...Object.fromEntries(sums) } })
  }
  return [...groups.values()]
}

/** One row that a figure was summed from. */
export interface SourceRow {
  id: string
  label: string
  at: Date
  timezone: string
  text: string
  orderId: number | null
  flightId: number | null
  figures: Readonly<Record<string, number>>
}

interface SourceRows {
  rows: SourceRow[]
  /** All rows, not only those of the page, and their sums. */
  count: number
  total: Readonly<Record<string, number>>
}

/**
 * One page of the rows of a source, in the order of time, with the sums of all of them.
 *
 * @param key only the rows of this group; undefined for those of the whole report
 */
export async function listSourceRows(
  query: RawQuery,
  source: ReportSource,
  { key, limit, offset }: { key: string | undefined; limit: number; offset: number },
): Promise<SourceRows> {
  const { from, values, having, row } = source
  const names = Object.keys(source.figures)
  const next = values.length
  const { rows } = await query(
    `select *, count(*) over () as all_rows,
        ${names.map((name) => `sum("${name}") over () as "all:${name}"`).join(', ')}
      from (
        select ${row.id} as id, ${source.key} as key, max(${source.label}) as label, min(${row.at}) as at,
          min(${row.timezone}) as zone, min(${row.text}) as text,
          min(${row.orderId ?? 'null::int'}) as order_id, min(${row.flightId ?? 'null::int'}) as flight_id,
          ${listFigures(source)}
        from ${from}
        group by 1, 2
        ${having === undefined ? '' : `having ${having}`}) each
      where $${String(next + 1)}::text is null or key = $${String(next + 1)}
      order by at, id, key limit $${String(next + 2)} offset $${String(next + 3)}`,
    [...values, key ?? null, limit, offset],
  )
  const [first] = rows
  return {
    count: Number(first?.['all_rows'] ?? 0),
    total: Object.fromEntries(names.map((name) => [name, Number(first?.[`all:${name}`] ?? 0)])),
    rows: rows.map((found) => presentRow(source, found, names)),
  }
}

function presentRow(
  { nameKey, row: { nameText } }: ReportSource,
  found: Record<string, unknown>,
  names: readonly string[],
): SourceRow {
  const textOf = (name: string) => {
    const value = found[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const idOf = (name: string) => (found[name] === null ? null : Number(found[name]))
  return {
    id: textOf('id'),
    label: nameKey?.(textOf('key')) ?? textOf('label'),
    at: found['at'] instanceof Date ? found['at'] : new Date(textOf('at')),
    timezone: textOf('zone'),
    text: nameText?.(textOf('text')) ?? textOf('text'),
    orderId: idOf('order_id'),
    flightId: idOf('flight_id'),
    figures: Object.fromEntries(names.map((name) => [name, Number(found[name] ?? 0)])),
  }
}
