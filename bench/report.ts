import { execFileSync } from 'node:child_process'
import { loadavg, cpus } from 'node:os'
import { getStaffBudget } from './budgets.ts'
import { type StaffPageMeasurement } from './measure-staff.ts'
import { type OrderMeasurement, ORDERS_BESIDE } from './measure-orders.ts'
import { type Measured } from './measure-work.ts'
import { type PageWeight } from './measure-page.ts'

export function weightTable(weights: readonly PageWeight[]): string {
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1)
  const rows = weights.map(
    ({ route, html, css, js, lateJs, provider, fonts, pictures, largest, total, requests }) =>
      `| ${route.split('?')[0] ?? ''} | ` +
      `${[html, css, js, lateJs, provider, fonts, pictures, total].map(kilo).join(' | ')} | ` +
      `${String(requests)} | ${largest === 0 ? 'text' : kilo(largest)} |`,
  )
  return [
    'First view on a phone, kB after gzip:',
    '',
    '| page | HTML | CSS | JS | JS afterwards | provider | fonts | pictures | total | requests ' +
      '| largest picture |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

const ratio = (a: number, b: number) => (a / b >= 0.1 ? (a / b).toFixed(2) : (a / b).toFixed(3))

export function speedTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ name, shop, queries, sandboxQueries, bare, floor }) => {
    const own =
      sandboxQueries > 0 ? `${String(queries - sandboxQueries)} + ${String(sandboxQueries)}` : String(queries)
    const server = bare ? `${bare.perSecond.toFixed(0)} | ${ratio(shop.perSecond, bare.perSecond)}` : ' | '
    const { name: what, speed } = floor
    return (
      `| ${name} | ${shop.perSecond.toFixed(0)} | ${shop.p95.toFixed(0)} | ${own} | ${server} | ` +
      `${speed.perSecond.toFixed(0)} (${what}) | ${ratio(shop.perSecond, speed.perSecond)} |`
    )
  })
  return [
    'A second, on 8 connections: the built shop, one process, on a PostgreSQL server that ' +
      'writes durably; beside it, in turn',
    'in the same run, a bare `node:http` server sending as many bytes, and a floor of the same ' +
      'kind on the same PostgreSQL,',
    'the same React or the same Remix. Clients, shop, floors and database share the machine.',
    '',
    '| | a second | p95 ms | queries | bare server | ratio | floor | ratio |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
    '',
    'Queries are statements on the wire, `begin` and `commit` included, counted by a proxy ' +
      'before the database of a second',
    'process of the same build, which runs no jobs (`WORKER=none`); of nine runs the one with fewest. ' +
      'A full order’s queries are',
    'also those of the provider’s events that arrived by then, and of waking jobs. After the + stand ' +
      'those of the payment stand-in,',
    'which a real provider would answer elsewhere. "Made anew" asks with a query string that the cache of',
    'pages does not know: the loaders run for each, and the HTML is made again when they return ' +
      'other data. A full order is a guest’s token, the order, its payment by card and the order read ' +
      'again, completed; each buys a',
    'seat of its own, over some hundred departures. The floor of it is one transaction without ' +
      'a shop: take the seat, write',
    'order, item and payment, mark it paid.',
  ].join('\n')
}

/** Purchases beside the floor of the same calls, what each call costs, and pages beside orders. */
export function orderTable({ orders, calls, pages }: OrderMeasurement): string {
  const speeds = (rows: readonly Pick<OrderMeasurement['orders'][number], 'name' | 'shop' | 'floor'>[]) =>
    rows.map(
      ({ name, shop, floor }) =>
        `| ${name} | ${shop.perSecond.toFixed(0)} | ${shop.p95.toFixed(0)} | ` +
        `${floor.perSecond.toFixed(0)} | ${ratio(shop.perSecond, floor.perSecond)} |`,
    )
  const made = pages.map(({ ordersPerSecond }) => ordersPerSecond.toFixed(1)).join(', ')
  return [
    'Full orders on 8 connections, in turn with a bare `node:http` server that answers the same four ' +
      'calls with as many bytes',
    'and one prepared statement each, on the same PostgreSQL:',
    '',
    '| | a second | p95 ms | floor | ratio |',
    '|---|---:|---:|---:|---:|',
    ...speeds(orders),
    '',
    'What each call sends to the database; statements under way at the same time, also on two ' +
      'connections, are one round trip.',
    'Counted is what the call itself sends, in a process without jobs (`WORKER=none`): not the provider’s ' +
      'events, ' +
      'which arrive in',
    'calls of their own beside a payment, nor the row that wakes a job after the commit. The payment ' +
      'sandbox’s own statements',
    'stand apart; its round trips and those of the events do not:',
    '',
    '| call | statements | of the sandbox | round trips |',
    '|---|---:|---:|---:|',
    ...calls.map(
      ({ call, statements, sandboxStatements, roundTrips }) =>
        `| ${call} | ${String(statements)} | ${String(sandboxStatements)} | ${String(roundTrips)} |`,
    ),
    '',
    `Pages while ${String(ORDERS_BESIDE)} orders a second come (finished meanwhile: ${made}), beside a ` +
      'minimal Remix app without them:',
    '',
    '| | a second | p95 ms | floor | ratio |',
    '|---|---:|---:|---:|---:|',
    ...speeds(pages),
  ].join('\n')
}

export const STAFF_TABLE_HEAD = '## The desk'

/** The staff pages, each with how many times as long as a bare query it takes. */
export function staffTable({ bare, pages }: StaffPageMeasurement): string {
  const rows = pages
    .map(({ route, speed, amidWrites = speed, anew = speed }) => ({ route, speed, amidWrites, anew }))
    .toSorted((a, b) => b.anew.p95 - a.anew.p95)
    .map(
      ({ route, speed, amidWrites, anew }) =>
        `| ${route} | ${speed.perSecond.toFixed(0)} | ${speed.p95.toFixed(0)} | ` +
        `${amidWrites.perSecond.toFixed(0)} | ${amidWrites.p95.toFixed(0)} | ` +
        `${anew.perSecond.toFixed(0)} | ${anew.p95.toFixed(0)} | ${(anew.p95 / bare.p95).toFixed(0)} |`,
    )
  return [
    'With 10,000 orders and 200,000 seats, signed in, on 8 connections: each page as it is ' +
      'asked for most often, beside',
    `one \`select\` by key on the same PostgreSQL server, in turn in the same run: ` +
      `${bare.perSecond.toFixed(0)} a second, p95 ${bare.p95.toFixed(2)} ms.`,
    `The budget of a page is a p95 of ${getStaffBudget({ bare }).toFixed(0)} ms.`,
    '',
    'First by a browser that asks for the same page again while nothing is written; then while others ' +
      'commit up to a hundred transactions a',
    'second, so that the loaders run for nearly each request, as at a desk at work; then made anew, at ' +
      'an address of its own for each request,',
    'so that the loaders run and the page is rendered.',
    '',
    '| page | a second | p95 ms | while others write, a second | p95 ms | made anew, a second | p95 ms ' +
      '| times the query’s |',
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

/** The commit, the date and the machine of the measurement, and how busy the machine was with other work. */
export function measuredOn(loadBefore: number, command: string): string {
  const machine = `${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`
  const day = new Date().toISOString().slice(0, 10)
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const load =
    `Load of the machine before: ${loadBefore.toFixed(1)}, after: ` +
    `${(loadavg()[0] ?? 0).toFixed(1)} (our own part included).`
  const note = 'Speeds are ratios to compare, not promises.'
  return `\`${command}\` at commit ${commit} on ${day}, ${machine}. ${note} ${load}`
}
