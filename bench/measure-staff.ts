import { type Agent } from 'node:http'
import { type Database, openDatabase } from '../api/db/client.ts'
import { MANY } from '../api/db/seed/populate.ts'
import { commitSession, getSession } from '../app/visit/session.server.ts'
import { departureValue, sellPath } from '../app/staff/sell/sell-state.ts'
import { openAgent } from '../tests/support/open-agent.ts'
import { staffAddresses, findStaffPageSamples } from '../tests/support/staff-addresses.ts'
import { fillBoard, FULL_DAY } from '../tests/support/fill-board.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { openStaffMember } from '../tests/support/staff-member.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { holdSeats, nextSeat } from './buy.ts'
import { seededDatabase, serverSettings } from './durable-shop.ts'
import { pause } from './long-parts.ts'
import {
  measureInTurn,
  CONNECTIONS,
  measureThroughput,
  type Speed,
  type SpeedMeasurement,
} from './measure-speed.ts'
import { populateShop, untilQuiet } from './populated-shop.ts'
import { createAgent, send } from './send.ts'
import { startDatabaseFloor } from './start-floor.ts'

export interface StaffPageMeasurement {
  /** The speed of the query that pages are compared with. */
  bare: Speed
  pages: StaffPageSpeed[]
}

export interface StaffPageSpeed {
  route: string
  /** Asked again and again by the same browser, while nothing is written (decision 203). */
  speed: Speed
  /** The same while others write; absent for answers to forms, which are never kept. */
  amidWrites?: Speed | undefined
  /** Asked at an address of its own each time, so that its loaders run; absent for answers to forms. */
  anew?: Speed | undefined
}

/**
 * Measures every staff page at its most frequent URL, in a shop with 10,000 orders and 200,000
 * seats. As a baseline, each round also measures one `select` by key on the same PostgreSQL server.
 */
export async function measureStaffPages(): Promise<StaffPageMeasurement> {
  const postgres = await startRealPostgres({ durable: true })
  const databaseUrl = await seededDatabase(await postgres.createDatabase())
  const { cookie, token, asks } = await fill(databaseUrl)
  const shop = await startShop({ environment: serverSettings(databaseUrl) })
  const floor = await startDatabaseFloor(await postgres.createDatabase())
  const writer = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  const agent = createAgent(CONNECTIONS)
  let asked = 0
  const open = ({ path, form }: StaffPage, isAnew = false) => {
    // No page reads this parameter, but one with another address is another page.
    const to = isAnew ? `${path}${path.includes('?') ? '&' : '?'}anew=${String(++asked)}` : path
    return send(shop.origin, { path: to, form, method: form ? 'POST' : 'GET', cookie }, agent)
  }
  const page = (one: StaffPage, isAnew: boolean) => async () => {
    const { status } = await open(one, isAnew)
    if (status !== 200) throw new Error(`${one.path} answered ${String(status)}`)
  }
  try {
    asks.push(await saleWithHold(shop.origin, agent, token), {
      route: 'staff.search, a code',
      path: '/staff/search',
      form: { q: '2345-6789-ACDE-FGHJ' },
    })
    await untilQuiet(databaseUrl)
    const found: StaffPage[] = []
    for (const ask of asks) {
      const { status } = await open(ask)
      if (status === 404) console.warn(`Not measured, because this shop has none: ${ask.route}`)
      else found.push(ask)
    }
    const addressed = found.filter(hasAddress)
    const [bare, ...speeds] = await measureInTurn([
      floor.select,
      ...found.map((ask) => lasting(1 / 3, measureThroughput(page(ask, false)))),
      ...addressed.map((ask) => amidWrites(writer.query, measureThroughput(page(ask, false)))),
      ...addressed.map((ask) => lasting(2, measureThroughput(page(ask, true)))),
    ])
    if (!bare) throw new Error('Nothing was measured')
    const anew = speeds.splice(found.length + addressed.length)
    const written = speeds.splice(found.length)
    const pages = found.flatMap((ask, index) => {
      const speed = speeds[index]
      if (!speed) return []
      const others = hasAddress(ask) ? { amidWrites: written.shift(), anew: anew.shift() } : {}
      return [{ route: ask.route, speed, ...others }]
    })
    return { bare, pages }
  } finally {
    await writer.close()
    floor.stop()
    await shop.stop()
    agent.destroy()
    await postgres.stop()
  }
}

interface StaffPage {
  route: string
  path: string
  /** What is sent to it, for pages that answer a form. */
  form?: Record<string, string>
}

/**
 * A kept page answers some thousand times a second. One made anew answers fifty times, so that in one
 * round a single pause would be more than one answer in twenty.
 */
const lasting =
  (times: number, measure: SpeedMeasurement): SpeedMeasurement =>
  (milliseconds) =>
    measure(milliseconds * times)

/** Seconds between two writes; fifteen orders a second commit about as many transactions. */
const PAUSE_OF_WRITES = 0.01

/**
 * Measures while transactions that write are committed, so that nearly each answer is made by its
 * loaders. They change no row: that a row of the page changed is what `anew` stands for.
 */
const amidWrites =
  (query: Database['query'], measure: SpeedMeasurement): SpeedMeasurement =>
  async (milliseconds) => {
    let isMeasuring = true
    const writing = (async () => {
      while (isMeasuring) {
        await query('select pg_current_xact_id()')
        await pause(PAUSE_OF_WRITES)
      }
    })()
    try {
      return await measure(milliseconds)
    } finally {
      isMeasuring = false
      await writing
    }
  }

const hasAddress = ({ form }: StaffPage) => form === undefined

/** The page of a sale to a known caller whose seats are held. */
async function saleWithHold(origin: string, agent: Agent, token: string): Promise<StaffPage> {
  const seat = await nextSeat(origin, 6, agent)
  const path = sellPath({
    product: 6,
    date: seat.local_date,
    people: 2,
    q: 'buyer77@populated.example',
    departure: departureValue(seat),
    hold: await holdSeats(origin, seat, agent, token),
  })
  return { route: 'staff.sell, seats held', path }
}

/** Fills the database with a year of orders and logs in a staff member. */
async function fill(databaseUrl: string) {
  const now = new Date()
  return populateShop(databaseUrl, { ...MANY, now }, async (deps) => {
    const { token } = await openStaffMember(deps, 'admin')
    const { rows } = await deps.database.query('select max(id) as id from orders')
    await openAgent({ deps }, { orderId: Number(rows[0]?.['id']) })
    await deps.database.query('analyze')
    const world = await findStaffPageSamples(deps.database.query, 0, now)
    const { settings } = deps
    const session = await getSession(new Request(settings.publicUrl), { settings })
    session.set('token', token)
    const [cookie = ''] = (await commitSession(session, { settings })).split(';')
    const asks = Object.entries(staffAddresses)
      .filter(([route]) => !route.includes('reports.runs') && !route.endsWith('csv'))
      .map(([route, addresses]): StaffPage => ({ route, path: addresses(world)[0] ?? '' }))
    await fillBoard(deps.database.query, FULL_DAY)
    asks.push({ route: 'staff.board, 60 flights', path: `/staff/board?date=${FULL_DAY}` })
    return { cookie, token, asks }
  })
}
