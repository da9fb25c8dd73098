import { openDatabase } from '#api/db/client.ts'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { type Call, CALLS, buySeat, type Seat, seatsToSell } from './buy.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { countedSettings, seededDatabase, serverSettings } from './durable-shop.ts'
import { pause } from './long-parts.ts'
import {
  CONNECTIONS,
  measureInTurn,
  measureThroughput,
  type Speed,
  type SpeedMeasurement,
} from './measure-speed.ts'
import { untilQuiet } from './populated-shop.ts'
import { createAgent, send } from './send.ts'
import { startOrderFloor, startServerFloor } from './start-floor.ts'

/** The statements and round trips of one call; those of the payment sandbox stand apart. */
export interface CallCost {
  call: Call
  statements: number
  sandboxStatements: number
  roundTrips: number
}

export interface OrderMeasurement {
  /** Purchases beside the four calls answered by a bare server on the same PostgreSQL server. */
  orders: { kind: 'spread' | 'unnamed' | 'hot'; name: string; shop: Speed; floor: Speed }[]
  calls: CallCost[]
  /** Pages while `ORDERS_BESIDE` orders a second are made, beside a minimal Remix app without them. */
  pages: { name: string; shop: Speed; floor: Speed; ordersPerSecond: number }[]
}

export const ORDERS_BESIDE = 15
const TIMES = 9
/** Purchases before the measuring, so that the tables have rows and their statistics are true. */
const PURCHASES_BEFORE = 240
const agent = createAgent(CONNECTIONS)

/** Purchases on a durable PostgreSQL server, and pages beside them. */
export async function measureOrders(): Promise<OrderMeasurement> {
  const postgres = await startRealPostgres({ durable: true })
  const databaseUrl = await seededDatabase(await postgres.createDatabase())
  const proxy = await startCountingProxy(databaseUrl)
  const shop = await startShop({ environment: serverSettings(databaseUrl) })
  const pooled = await startShop({ environment: { ...serverSettings(databaseUrl), DATABASE_POOLED: 'true' } })
  const counted = await startShop({ environment: countedSettings(proxy.url) })
  const seats = await seatsToSell(shop.origin, 6, 6, agent)
  const hot = await largeDeparture(shop.origin, databaseUrl, takeSeat(seats))
  const floor = await startOrderFloor(
    await postgres.createDatabase(),
    await recordReplies(shop.origin, takeSeat(seats)),
  )
  const buy = (origin: string, choose: () => Seat) =>
    measureThroughput(() => buySeat(origin, choose(), agent))
  const [spread, one] = [() => takeSeat(seats), () => hot]
  try {
    const calls = await countCalls(proxy.counts, (called) =>
      buySeat(counted.origin, takeSeat(seats), agent, called),
    )
    await fillTables(databaseUrl, () => buySeat(shop.origin, takeSeat(seats), agent))
    const [own, unnamed, bare, hotOwn, hotBare] = await measureInTurn([
      buy(shop.origin, spread),
      buy(pooled.origin, spread),
      // The floor has seats without end.
      buy(floor.origin, () => seats[0] ?? hot),
      buy(shop.origin, one),
      buy(floor.origin, one),
    ])
    if (!own || !unnamed || !bare || !hotOwn || !hotBare) throw new Error('Nothing was measured')
    const orders: OrderMeasurement['orders'] = [
      { kind: 'spread', name: 'a full order', shop: own, floor: bare },
      { kind: 'unnamed', name: 'a full order, statements without names', shop: unnamed, floor: bare },
      { kind: 'hot', name: 'a full order, all of one departure', shop: hotOwn, floor: hotBare },
    ]
    await Promise.all([pooled.stop(), counted.stop()])
    // The mails and events of some thousand purchases are still on their way.
    await untilQuiet(databaseUrl)
    return { orders, calls, pages: await measurePagesBeside(shop.origin, seats) }
  } finally {
    floor.stop()
    await Promise.all([shop.stop(), pooled.stop(), counted.stop()])
    proxy.stop()
    agent.destroy()
    await postgres.stop()
  }
}

/** Plans made for empty tables read whole tables when these have grown within a busy minute. */
async function fillTables(databaseUrl: string, buy: () => Promise<unknown>): Promise<void> {
  for (let bought = 0; bought < PURCHASES_BEFORE; bought += CONNECTIONS) {
    await Promise.all(Array.from({ length: CONNECTIONS }, buy))
  }
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  await database.query('analyze')
  await database.close()
}

function takeSeat(seats: Seat[]): Seat {
  const seat = seats.shift()
  if (!seat) throw new Error('All seats are sold')
  return seat
}

/** Sells a seat, so that the departure has its aircraft, and gives that aircraft room for all. */
async function largeDeparture(origin: string, databaseUrl: string, seat: Seat): Promise<Seat> {
  await buySeat(origin, seat, agent)
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  const { rows } = await database.query(
    `update flights set capacity = 1000000, max_weight_lbs = 1000000000
     from slots where slots.id = flights.slot_id and slots.departure_id = $1 and slots.depart_at = $2
     returning flights.id`,
    [seat.departure_id, seat.depart_at],
  )
  await database.close()
  if (rows.length !== 1) throw new Error(`The departure has ${String(rows.length)} flights`)
  return seat
}

/** What the shop answers to each call of a purchase. */
async function recordReplies(origin: string, seat: Seat): Promise<Record<string, unknown>> {
  const replies: Record<string, unknown> = {}
  await buySeat(origin, seat, agent, (call, reply) => {
    replies[call] = reply
  })
  return replies
}

/** What belongs to no call: the provider's events come in calls of their own, jobs are woken later. */
const BESIDE = ['webhook_inbox', 'pgboss']
const names = (parts: readonly string[]) => (texts: readonly string[]) =>
  texts.some((text) => parts.some((part) => text.includes(part)))

/** The provider's events also take turns with a call, so the run with the fewest counts. */
async function countCalls(
  counts: Awaited<ReturnType<typeof startCountingProxy>>['counts'],
  buy: (called: (call: Call) => void) => Promise<void>,
): Promise<CallCost[]> {
  const runs = new Map<Call, CallCost[]>(CALLS.map((call) => [call, []]))
  const startOver = () => {
    counts.transactions.length = 0
    counts.roundTrips = 0
  }
  // The first purchase fills what the process keeps.
  await buy(startOver)
  for (let time = 0; time < TIMES; time++) {
    // The events of the purchase before are over by then.
    await pause(0.5)
    startOver()
    await buy((call) => {
      const all = counts.transactions.filter((texts) => !names(BESIDE)(texts)).flat()
      const sandboxStatements = all.filter((text) => names(['sandbox'])([text])).length
      const statements = all.length - sandboxStatements
      runs.get(call)?.push({ call, statements, sandboxStatements, roundTrips: counts.roundTrips })
      startOver()
    })
  }
  return [...runs.values()].flatMap(
    (all) => all.toSorted((a, b) => a.statements - b.statements || a.roundTrips - b.roundTrips)[0] ?? [],
  )
}

const PAGES_BESIDE = [
  { name: 'home, made anew', path: '/?anew' },
  { name: 'product, made anew', path: '/product/6?anew' },
  { name: 'checkout, the date', path: '/checkout/6' },
]

async function measurePagesBeside(origin: string, seats: Seat[]): Promise<OrderMeasurement['pages']> {
  const floor = await startServerFloor('remix-server.mjs', 0)
  const bare = measureThroughput(async () => void (await send(floor.origin, { path: '/' }, agent)))
  const pages: OrderMeasurement['pages'] = []
  try {
    for (const { name, path } of PAGES_BESIDE) {
      const bought: number[] = []
      const beside = whileBuying(origin, seats, bought, async () => {
        const { status } = await send(origin, { path }, agent)
        if (status !== 200) throw new Error(`${path} answered ${String(status)}`)
      })
      const [shop, speed] = await measureInTurn([beside, bare])
      if (!shop || !speed) throw new Error('Nothing was measured')
      const ordersPerSecond = bought.reduce((sum, one) => sum + one, 0) / bought.length
      pages.push({ name, shop, floor: speed, ordersPerSecond })
    }
    return pages
  } finally {
    floor.stop()
  }
}

/** Measures work while orders come at a fixed rate, whether or not those before were answered. */
const whileBuying =
  (origin: string, seats: Seat[], bought: number[], work: () => Promise<void>): SpeedMeasurement =>
  async (milliseconds) => {
    const buyers = createAgent(Infinity)
    const open: Promise<void>[] = []
    let finished = 0
    const start = performance.now()
    const timer = setInterval(() => {
      const order = buySeat(origin, takeSeat(seats), buyers).then(() => {
        if (performance.now() - start <= milliseconds) finished++
      })
      // Reported below; until then a failure must not end the process.
      order.catch(() => undefined)
      open.push(order)
    }, 1000 / ORDERS_BESIDE)
    const speed = await measureThroughput(work)(milliseconds)
    clearInterval(timer)
    await Promise.all(open)
    buyers.destroy()
    bought.push((finished / milliseconds) * 1000)
    return speed
  }
