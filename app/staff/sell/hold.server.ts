import { type z } from 'zod'
import { type Order, type OrderFields, OrderReply } from '#contract/order.ts'
import { type ApiResult } from '../../visit/api-result.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type FlightSale, seatItems } from './read-sale.server.ts'

/** The seats that a seller holds while they talk. */
export interface SeatHold {
  id: number
  /** When it ends; null when it has ended. */
  until: string | null
  quantity: number
  flight: Order['flights'][number] | undefined
}

const ENDED = new Set<Order['status']>(['expired'])

/**
 * The hold of an address: an unpaid order of the seller's own. Orders of others, and those that
 * were paid or replaced, are none.
 */
export async function findHold(
  { userApi, visit }: StaffVisit,
  id: number | undefined,
): Promise<SeatHold | undefined> {
  if (id === undefined) return undefined
  const read = await userApi.get(`/v1/orders/${String(id)}`, OrderReply)
  if (!read.ok) return undefined
  const { order } = read.data
  const isOwn = order.user_id === visit.user?.id && order.channel === 'web' && order.amount_paid === 0
  if (!isOwn || (order.status !== 'awaiting_payment' && !ENDED.has(order.status))) return undefined
  const until = order.status === 'awaiting_payment' ? order.held_until : null
  return { id, until, quantity: order.quantity, flight: order.flights[0] }
}

/**
 * Holds the seats of a sale, in place of those that the seller holds already: both happen in one
 * transaction, and a refusal changes nothing.
 */
export function holdSeats(
  { userApi, visit }: StaffVisit,
  sale: Pick<FlightSale, 'kind' | 'departure' | 'quantity' | 'passengers'>,
  replaced: number | undefined,
): Promise<ApiResult<z.output<typeof OrderReply>>> {
  const { departure_id, depart_at } = sale.departure
  const weighed = sale.passengers.some(({ weight }) => weight !== null)
  const order: z.input<typeof OrderFields> = {
    brand_id: visit.brand.id,
    terms_and_conditions: true,
    ...(replaced === undefined ? {} : { supersedes_order_id: replaced }),
    ...(sale.kind === 'seat'
      ? { order_item_seats_attributes: seatItems(sale) }
      : { order_item_flights_attributes: [{ departure_id, depart_at, quantity: sale.quantity }] }),
    // Only weights matter for what is held; names come with the sale.
    passengers_attributes: weighed
      ? sale.passengers.map(({ at, weight }) => ({ full_name: `Passenger ${String(at)}`, weight }))
      : [],
  }
  return userApi.post('/v1/orders', OrderReply, { body: { order } })
}

/** Gives the seats back at once; a hold that has ended needs nothing. */
export async function releaseHold(staff: StaffVisit, id: number | undefined): Promise<void> {
  const hold = await findHold(staff, id)
  if (!hold?.until) return
  const cancellation = {
    unpaid: true as const,
    reason: 'Held while selling, and not sold',
    expected_amount: 0,
  }
  await staff.userApi.post(`/v1/orders/${String(hold.id)}/staff_cancellations`, OrderReply, {
    body: { cancellation },
  })
}
