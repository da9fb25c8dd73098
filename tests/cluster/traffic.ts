import { type Seat } from '../../bench/buy.ts'
import { buyInsistently, insist, type KeyedCall, type Trouble } from '../support/insistent-caller.ts'

const BUYERS = 6
const READERS = 4
const PAGES = ['/', '/product/6', '/checkout/6', '/v1/availability/next?product_id=6&quantity=1&limit=3']
/** What a client waits before it tries again. */
const RETRY_MS = 200
/** A call whose process died is answered anew once its key is free again. */
const PASSING = ['payment_provider_unavailable', 'payment_in_progress', 'conflict']

/** The seats are gone, which is an answer and no failure. */
class SoldOut extends Error {}

export interface Traffic {
  /** The ids of the orders whose payment was acknowledged. */
  paid: number[]
  /** When each was acknowledged, in milliseconds of `performance.now()`. */
  acknowledgedAt: number[]
  /** How many buyers found no seat any more. */
  soldOut: number
  requests: number
  /** Requests without an answer of the shop, or with one that it was not able to. */
  lost: string[]
  /** Answers that nobody should ever get. */
  wrong: string[]
  /** The calls that placed the paid orders, to be repeated. */
  placed: { call: KeyedCall; id: number }[]
  /** Lets everybody finish what they began. */
  stop(): Promise<void>
}

/**
 * People who look at pages and people who buy, each of them one thing after the other, until they
 * are stopped. Each departure is asked for by twice as many buyers as it has seats.
 */
export function startTraffic(origin: string, seats: Seat[], name: string): Traffic {
  let open = true
  const traffic: Traffic = {
    ...{ paid: [], acknowledgedAt: [], soldOut: 0, requests: 0, lost: [], wrong: [], placed: [] },
    stop: async () => {
      open = false
      await Promise.all(everybody)
    },
  }
  const read = async (turn: number) => {
    const path = PAGES[turn % PAGES.length] ?? '/'
    traffic.requests += 1
    try {
      const answer = await fetch(`${origin}${path}`)
      await answer.arrayBuffer()
      if (answer.status >= 500) traffic.lost.push(`GET ${path} answered ${String(answer.status)}`)
      else if (answer.status !== 200) traffic.wrong.push(`GET ${path} answered ${String(answer.status)}`)
    } catch (error) {
      traffic.lost.push(`GET ${path}: ${String(error)}`)
    }
  }
  const buy = async (buyer: string) => {
    const seat = seats.shift()
    if (!seat) throw new Error('All seats are sold')
    let placing: KeyedCall | undefined
    const send = async (call: KeyedCall) => {
      if (call.path === '/v1/orders') placing = call
      return insist(origin, call, async (trouble) => {
        await note(traffic, trouble, call)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }).finally(() => {
        traffic.requests += 1
      })
    }
    try {
      const id = await buyInsistently(send, seat, buyer)
      traffic.paid.push(id)
      traffic.acknowledgedAt.push(performance.now())
      if (placing) traffic.placed.push({ call: placing, id })
    } catch (error) {
      if (error instanceof SoldOut) traffic.soldOut += 1
      else traffic.wrong.push(String(error))
    }
  }
  const repeat = async (act: (turn: number) => Promise<void>) => {
    for (let turn = 0; open; turn++) await act(turn)
  }
  const everybody = [
    ...Array.from({ length: READERS }, (_, reader) => repeat((turn) => read(turn + reader))),
    ...Array.from({ length: BUYERS }, (_, buyer) =>
      repeat((turn) => buy(`${name}.${String(buyer)}.${String(turn)}`)),
    ),
  ]
  return traffic
}

/** @throws what ends the purchase: sold out, or an answer that nobody should get */
function note(traffic: Traffic, reply: Trouble, { path }: KeyedCall): void {
  traffic.requests += 1
  if (!reply || reply.status >= 500) {
    const code = reply
      ? `${String(reply.status)} ${JSON.stringify(reply.body).slice(0, 80)}`
      : 'a broken connection'
    traffic.lost.push(`POST ${path}: ${code}`)
    return
  }
  const { code = '' } = reply.body as { code?: string }
  if (['sold_out', 'flight_closed'].includes(code)) throw new SoldOut()
  if (!PASSING.includes(code))
    throw new Error(`POST ${path} answered ${String(reply.status)} ${JSON.stringify(reply.body)}`)
}

/** The longest time without an acknowledged order, in seconds. */
export function longestSilence({ acknowledgedAt }: Pick<Traffic, 'acknowledgedAt'>): number {
  const gaps = acknowledgedAt.slice(1).map((at, index) => at - (acknowledgedAt[index] ?? at))
  return Math.round(Math.max(0, ...gaps) / 100) / 10
}
