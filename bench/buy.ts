import { type Agent } from 'node:http'
import { z } from 'zod'
import {
  AvailabilityDayReply,
  AvailabilityMonthReply,
  NextDeparturesReply,
} from '../contract/availability.ts'
import { OrderReply } from '../contract/order.ts'
import { JwtReply } from '../contract/people.ts'
import { type Ask, send } from './send.ts'

export interface Seat {
  departure_id: number
  depart_at: string
}

const parsed = async <S extends z.ZodType>(
  origin: string,
  ask: Ask,
  schema: S,
  agent: Agent,
): Promise<z.infer<S>> => {
  const { status, bytes } = await send(origin, ask, agent)
  if (status >= 300)
    throw new Error(`${ask.method ?? 'GET'} ${ask.path} answered ${String(status)}: ${bytes.toString()}`)
  return schema.parse(JSON.parse(bytes.toString()))
}

/** Finds the next open departure of a product. */
export async function nextSeat(
  origin: string,
  productId: number,
  agent: Agent,
): Promise<Seat & { local_date: string }> {
  const path = `/v1/availability/next?product_id=${String(productId)}&quantity=2&limit=10`
  const [departure] = (await parsed(origin, { path }, NextDeparturesReply, agent)).departures
  if (!departure) throw new Error(`Product ${String(productId)} has no open departure`)
  return departure
}

/**
 * Lists every single seat of a product over some months, departure by departure in turn, so that
 * buyers rarely compete.
 */
export async function seatsToSell(
  origin: string,
  productId: number,
  months: number,
  agent: Agent,
): Promise<Seat[]> {
  const departures: (Seat & { seats_left: number })[] = []
  let month: string | null = (await nextSeat(origin, productId, agent)).local_date.slice(0, 7)
  for (let turn = 0; month !== null && turn < months; turn++) {
    const path: string = `/v1/availability/month?product_id=${String(productId)}&month=${month}`
    const { availability }: z.infer<typeof AvailabilityMonthReply> = await parsed(
      origin,
      { path },
      AvailabilityMonthReply,
      agent,
    )
    for (const { date } of availability.days.filter(({ status }) => status === 'open')) {
      const day = { path: `/v1/availability/day?product_id=${String(productId)}&date=${date}` }
      const found = await parsed(origin, day, AvailabilityDayReply, agent)
      departures.push(...found.availability.departures.filter(({ status }) => status === 'open'))
    }
    month = availability.next_month
  }
  const most = Math.max(...departures.map(({ seats_left }) => seats_left))
  return Array.from({ length: most }, (_, taken) =>
    departures.filter(({ seats_left }) => seats_left > taken),
  ).flat()
}

/**
 * Holds two seats by an unpaid order of the session's own person.
 *
 * @returns the id of the order
 */
export async function holdSeats(
  origin: string,
  { departure_id, depart_at }: Seat,
  agent: Agent,
  token: string,
): Promise<number> {
  const seats = [{ departure_id, depart_at, quantity: 2 }]
  const order = { brand_id: 1, terms_and_conditions: true, order_item_seats_attributes: seats }
  const ask: Ask = { path: '/v1/orders', method: 'POST', body: { order }, token }
  return (await parsed(origin, ask, OrderReply, agent)).order.id
}

/** The calls of a purchase, in their order. */
export const CALLS = ['customers', 'orders', 'payments', 'read'] as const
export type Call = (typeof CALLS)[number]

let buyers = 0
/**
 * Buys one seat by card as a guest: creates the token, the order and the payment, and reads the
 * order.
 * @param called hears of each call and what was answered
 */
export async function buySeat(
  origin: string,
  { departure_id, depart_at }: Seat,
  agent: Agent,
  called: (call: Call, reply: unknown) => void = () => undefined,
): Promise<void> {
  const ask = async <S extends z.ZodType>(call: Call, asked: Ask, schema: S) => {
    const reply = await parsed(origin, asked, schema, agent)
    called(call, reply)
    return reply
  }
  const customer = { email: `buyer${String(++buyers)}.${String(process.pid)}@example.com` }
  const { jwt: token } = await ask(
    'customers',
    { path: '/v1/customers', method: 'POST', body: { customer } },
    JwtReply,
  )
  const seats = [{ departure_id, depart_at, quantity: 1 }]
  const order = { brand_id: 1, order_item_seats_attributes: seats }
  const placed = await ask('orders', { path: '/v1/orders', method: 'POST', body: order, token }, OrderReply)
  const { id, amount_due: amount } = placed.order
  const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
  await ask('payments', { path: '/v1/payments', method: 'POST', body: { payment }, token }, z.unknown())
  const read = await ask('read', { path: `/v1/orders/${String(id)}`, token }, OrderReply)
  if (read.order.status !== 'completed') throw new Error(`Order ${String(id)} is ${read.order.status}`)
}
