import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { startRealPostgres } from '../tests/support/real-postgres.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { buySeat, nextSeat, seatsToSell } from './buy.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { countedSettings, seededDatabase, serverSettings } from './durable-shop.ts'
import {
  measureInTurn,
  type SpeedMeasurement,
  CONNECTIONS,
  measureThroughput,
  type Speed,
} from './measure-speed.ts'
import { type Ask, createAgent, send } from './send.ts'
import { startDatabaseFloor, startServerFloor } from './start-floor.ts'

export interface Measured {
  name: string
  shop: Speed
  /**
   * The statements that one run sends to the database, and those of the payment sandbox among them.
   */
  queries: number
  sandboxQueries: number
  /** A bare server that sends as many bytes; absent for work of several calls. */
  bare: Speed | undefined
  floor: { kind: FloorName; name: string; speed: Speed }
}

type FloorName = 'react' | 'remix' | 'select' | 'order'
const FLOORS: Record<FloorName, string> = {
  react: '`renderToString`',
  remix: 'a minimal Remix app',
  select: 'one `select` by key',
  order: 'seven statements',
}

type AskFloor = 'react' | 'remix' | 'select'

const agent = createAgent(CONNECTIONS)

/**
 * The built shop on a durable PostgreSQL server, beside baselines on the same server, in one run.
 */
export async function measureWork(): Promise<Measured[]> {
  const postgres = await startRealPostgres({ durable: true })
  const databaseUrl = await seededDatabase(await postgres.createDatabase())
  const proxy = await startCountingProxy(databaseUrl)
  const shop = await startShop({ environment: serverSettings(databaseUrl) })
  const counted = await startShop({ environment: countedSettings(proxy.url) })
  const database = await startDatabaseFloor(await postgres.createDatabase())
  const seats = await seatsToSell(shop.origin, 6, 6, agent)
  const buy = async (origin: string) => {
    const seat = seats.shift()
    if (!seat) throw new Error('All seats are sold')
    await buySeat(origin, seat, agent)
  }
  const measured: Measured[] = []
  try {
    for (const { name, ask, floor } of await asksOf(shop.origin)) {
      const queries = await countStatements(proxy.statements, () => sendOnce(counted.origin, ask))
      measured.push({ name, ...queries, ...(await measureAsk(shop.origin, ask, floor, database.select)) })
    }
    const queries = await countStatements(proxy.statements, () => buy(counted.origin))
    const [own, floor] = await measureInTurn([measureThroughput(() => buy(shop.origin)), database.order])
    if (own && floor) {
      measured.push({
        name: 'a full order',
        ...queries,
        shop: own,
        bare: undefined,
        floor: { kind: 'order', name: FLOORS.order, speed: floor },
      })
    }
    return measured
  } finally {
    database.stop()
    await Promise.all([shop.stop(), counted.stop()])
    proxy.stop()
    agent.destroy()
    await postgres.stop()
  }
}

/** The pages and calls of everybody that are measured, each with the kind of its floor. */
export async function asksOf(origin: string): Promise<{ name: string; ask: Ask; floor: AskFloor }[]> {
  const { departure_id, depart_at, local_date } = await nextSeat(origin, 6, agent)
  const cart = { brand_id: 1, departure_id, depart_at, quantity_type: 'seat', quantity: 2 }
  const party = 'product_id=6&quantity=2'
  const chosen = `date=${local_date}&departure=${String(departure_id)}&quantity_type=seat&quantity=2`
  return [
    { name: 'home', ask: { path: '/' }, floor: 'react' },
    { name: 'home, by a campaign’s link', ask: { path: '/?utm_source=letter&gclid=1' }, floor: 'react' },
    { name: 'home, made anew', ask: { path: '/?anew' }, floor: 'remix' },
    { name: 'product', ask: { path: '/product/6' }, floor: 'react' },
    { name: 'product, made anew', ask: { path: '/product/6?anew' }, floor: 'remix' },
    { name: 'questions, made anew', ask: { path: '/faq?anew' }, floor: 'remix' },
    { name: 'search, made anew', ask: { path: '/search?q=sunset&anew' }, floor: 'remix' },
    { name: 'checkout, the date', ask: { path: '/checkout/6' }, floor: 'remix' },
    { name: 'checkout, paying', ask: { path: `/checkout/6/pay?${chosen}` }, floor: 'remix' },
    { name: 'products', ask: { path: '/v1/products?brand_id=1' }, floor: 'select' },
    {
      name: 'availability, a month',
      ask: { path: `/v1/availability/month?${party}&month=${local_date.slice(0, 7)}` },
      floor: 'select',
    },
    {
      name: 'availability, a day',
      ask: { path: `/v1/availability/day?${party}&date=${local_date}` },
      floor: 'select',
    },
    { name: 'quote', ask: { path: '/v1/quotes', method: 'POST', body: cart }, floor: 'select' },
  ]
}

async function sendOnce(origin: string, ask: Ask) {
  const sent = await send(origin, ask, agent)
  if (sent.status >= 300) throw new Error(`${ask.path} answered ${String(sent.status)}`)
  return sent
}

async function measureAsk(origin: string, ask: Ask, floor: AskFloor, select: SpeedMeasurement) {
  const { bytes } = await sendOnce(origin, ask)
  const bare = await startServerFloor('bare-server.mjs', bytes.length)
  const like =
    floor === 'select'
      ? undefined
      : await startServerFloor(`${floor}-server.mjs`, floor === 'react' ? elementsOf(bytes) : 0)
  try {
    const own = measureThroughput(async () => void (await sendOnce(origin, ask)))
    const bareServer = measureThroughput(async () => void (await sendOnce(bare.origin, { path: '/' })))
    const floorServer = like
      ? measureThroughput(async () => void (await sendOnce(like.origin, { path: '/' })))
      : select
    const [shop, plain, speed] = await measureInTurn([own, bareServer, floorServer])
    if (!shop || !speed) throw new Error('Nothing was measured')
    return { shop, bare: plain, floor: { kind: floor, name: FLOORS[floor], speed } }
  } finally {
    bare.stop()
    like?.stop()
  }
}

/** Counts the elements of a compressed page. */
function elementsOf(bytes: Buffer): number {
  const html = bytes[0] === 0x1f ? gunzipSync(bytes) : brotliDecompressSync(bytes)
  return html.toString().match(/<[a-z]/g)?.length ?? 0
}

const TIMES = 9

/** The provider's events come in calls of their own, so the run with the fewest statements counts. */
async function countStatements(statements: string[], work: () => Promise<unknown>) {
  await work()
  const runs: { queries: number; sandboxQueries: number }[] = []
  for (let time = 0; time < TIMES; time++) {
    statements.length = 0
    await work()
    const sandbox = statements.filter((text) => text.includes('sandbox'))
    runs.push({ queries: statements.length, sandboxQueries: sandbox.length })
  }
  return runs.toSorted((a, b) => a.queries - b.queries)[0] ?? { queries: 0, sandboxQueries: 0 }
}
