import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { seatOrder } from './shopper.ts'

export interface KeyedCall {
  path: string
  body: unknown
  token?: string
  /** The `Idempotency-Key`. */
  key: string
}

export interface Reply {
  status: number
  body: unknown
  headers: Headers
}

/** What is answered in place of a success; undefined when the connection broke. */
export type Trouble = Reply | undefined

/** Sends one call; undefined when the connection broke before an answer. */
async function post(origin: string, { path, body, token, key }: KeyedCall): Promise<Trouble> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  try {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await answer.text()
    const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false
    return {
      status: answer.status,
      body: isJson ? (JSON.parse(text) as unknown) : text,
      headers: answer.headers,
    }
  } catch {
    return undefined
  }
}

/**
 * Repeats a call with its key until it succeeds, as a real client does.
 *
 * @param seen is told of each other answer; throws when it is none after which one tries again, and
 *   may wait
 */
export async function insist(
  origin: string,
  call: KeyedCall,
  seen: (trouble: Trouble, call: KeyedCall) => void | Promise<void>,
): Promise<unknown> {
  for (;;) {
    const reply = await post(origin, call)
    if (reply?.status === 201) return reply.body
    await seen(reply, call)
  }
}

/**
 * Buys one seat in a session of its own, by card, and returns the order's id.
 *
 * @param send sends a call until it succeeds
 * @param name of the buyer, of which there is one
 */
export async function buyInsistently(
  send: (call: KeyedCall) => Promise<unknown>,
  flight: { departure_id: number; depart_at: string },
  name: string,
): Promise<number> {
  const customer = { email: `${name}@example.com` }
  const made = await send({ path: '/v1/customers', body: { customer }, key: `${name} guest` })
  const { jwt: token } = JwtReply.parse(made)
  const order = seatOrder(flight, 1)
  const placed = await send({ path: '/v1/orders', body: { order }, token, key: `${name} order` })
  const { id, amount_due: amount } = OrderReply.parse(placed).order
  const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
  await send({ path: '/v1/payments', body: { payment }, token, key: `${name} payment` })
  return id
}
