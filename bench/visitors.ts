import { type Agent } from 'node:http'
import { buySeat, type Seat } from './buy.ts'
import { createAgent, send } from './send.ts'

/** 20,000 visitors in ten minutes. */
export const ARRIVALS_A_SECOND = 20_000 / 600
/** Of these shares of the visitors looks at one more page, at the checkout, and buys. */
const ANOTHER_PAGE = 0.5
const CHECKOUT = 0.15
const BUYS = 0.02
const PAGES = ['/', '/', '/', '/product/6', '/product/6', '/product'] as const

export interface Visits {
  visitors: number
  /** Milliseconds that each page took, from the moment it should have been asked for. */
  pages: number[]
  /** Milliseconds that each purchase took with its four calls. */
  orders: number[]
  errors: string[]
}

interface Crowd {
  origin: string
  seats: Seat[]
  seconds: number
}

/**
 * Sends visitors with links of a campaign, each link with values of its own. They arrive whether or
 * not those before them were answered, so queues show in the times.
 */
export async function sendVisitors({ origin, seats, seconds }: Crowd): Promise<Visits> {
  const agent = createAgent(Infinity)
  const visits: Visits = { visitors: 0, pages: [], orders: [], errors: [] }
  const start = performance.now()
  const open = new Set<Promise<void>>()
  for (let at = 0; at < seconds * 1000; at -= Math.log(1 - Math.random()) * (1000 / ARRIVALS_A_SECOND)) {
    const wait = start + at - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const visit = visitOnce({ origin, agent, seats, visits, due: start + at })
      .catch((error: unknown) => void visits.errors.push(String(error)))
      .finally(() => open.delete(visit))
    open.add(visit)
  }
  await Promise.all(open)
  agent.destroy()
  return visits
}

interface Visit {
  origin: string
  agent: Agent
  seats: Seat[]
  visits: Visits
  /** When the visitor should have arrived. */
  due: number
}

async function visitOnce({ origin, agent, seats, visits, due }: Visit): Promise<void> {
  const visitor = ++visits.visitors
  const look = async (path: string, since: number) => {
    const { status } = await send(origin, { path }, agent)
    visits.pages.push(performance.now() - since)
    if (status !== 200) throw new Error(`${path} answered ${String(status)}`)
  }
  const landing = PAGES[visitor % PAGES.length] ?? '/'
  const tracking = `utm_source=letter&utm_medium=email&utm_campaign=autumn&utm_content=v${String(visitor)}`
  await look(`${landing}?${tracking}&gclid=${crypto.randomUUID()}`, due)
  if (Math.random() < ANOTHER_PAGE) await look('/product/6', performance.now())
  if (Math.random() < CHECKOUT) await look(`/checkout/6?${tracking}`, performance.now())
  if (Math.random() >= BUYS) return
  const seat = seats.shift()
  if (!seat) throw new Error('All seats are sold')
  const begun = performance.now()
  await buySeat(origin, seat, agent)
  visits.orders.push(performance.now() - begun)
}

/** The value that the given share of all values does not exceed; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
