import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { type ChosenDeparture, seatOrder } from '../support/shopper.ts'
import { bundleProcess } from './bundle-process.ts'

export interface StartedProduct {
  origin: string
  /** @throws when the answer is not 201 */
  post(path: string, body: unknown, token?: string): Promise<unknown>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  /** What it logged, when `LOG_LEVEL` asks for something, and wrote as an error. */
  errors(): string[]
}

/**
 * Starts the product as a process of its own, with its jobs, sandbox and health and without pages.
 *
 * @throws with what it printed when it does not start
 */
export async function startProduct(settings: Record<string, string>): Promise<StartedProduct> {
  const child = spawn(process.execPath, [bundleProcess('product-process'), JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = text(child.stderr)
  const logged: string[] = []
  child.stderr.on('data', (part: Buffer) => logged.push(part.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const port = await Promise.race([
    new Promise<string>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (/^\d+$/.test(line)) resolve(line)
        else logged.push(line)
      })
    }),
    ended.then(async () => Promise.reject(new Error(await printed))),
  ])
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    post: async (path, body, token) => {
      const headers: Record<string, string> = { 'Content-Type': 'application/json' }
      if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
      const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const reply: unknown = await answer.json()
      if (answer.status !== 201) throw new Error(`${path}: ${String(answer.status)} ${JSON.stringify(reply)}`)
      return reply
    },
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
    errors: () => logged,
  }
}

/** Buys a seat as a new guest, with a card, and returns the order's id. */
export async function buySeat(shop: StartedProduct, flight: ChosenDeparture, email: string): Promise<number> {
  const { jwt } = JwtReply.parse(await shop.post('/v1/customers', { customer: { email } }))
  const { order } = OrderReply.parse(await shop.post('/v1/orders', seatOrder(flight, 1), jwt))
  const card = { amount: order.amount_due, stripe_source: 'pm_card_visa' }
  await shop.post('/v1/payments', { payment: { order_id: order.id, stripe_payment: card } }, jwt)
  return order.id
}
