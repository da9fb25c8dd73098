import { expect } from 'vitest'
import {
  DepartureCancellationReply,
  OrderRebookingOfferReply,
  type RebookingOffer,
  RebookingOfferReply,
} from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'
import { type Answer } from './test-api.ts'

/** Where an order's first flight departs. */
export const placeOf = ({ flights: [flight] }: Order): Flight => ({
  departureId: flight?.departure_id ?? 0,
  departAt: flight?.depart_at ?? '',
})

export interface DepartureCanceller {
  shop: Pick<PayingShop, 'call' | 'runDueNow' | 'deps' | 'count' | 'mailer'>
  /** The token of a staff member. */
  token: string
}

/** What tests do with cancelled departures and the rebooking offers that follow. */
export function createDepartureCanceller({ shop, token: staff }: DepartureCanceller) {
  const callOff = ({ departureId, departAt }: Flight, reason = 'weather', token = staff): Promise<Answer> => {
    const call_off = { departure_id: departureId, depart_at: departAt, reason }
    return shop.call('POST', '/v1/call_offs', { token, body: { call_off } })
  }
  return {
    callOff,
    /** Cancels the order's departure and runs everything that is due. */
    strand: async (order: Order, reason = 'weather') => {
      const answer = await callOff(placeOf(order), reason)
      expect(answer.status).toBe(201)
      await shop.runDueNow()
      return DepartureCancellationReply.parse(answer.body).call_off
    },
    claimOf: async (token: string, order: Pick<Order, 'id'>) => {
      const answer = await shop.call('GET', `/v1/orders/${String(order.id)}/reschedule_claim`, { token })
      expect(answer.status).toBe(200)
      const claim = OrderRebookingOfferReply.parse(answer.body).reschedule_claim
      if (claim.token === null) throw new Error('Only its buyer reads the secret of the link')
      return { ...claim, token: claim.token }
    },
    answer: (token: string, reschedule_claim: Record<string, unknown>): Promise<Answer> =>
      shop.call('POST', `/v1/reschedule_claims/${token}/answer`, { body: { reschedule_claim } }),
    look: async (token: string): Promise<RebookingOffer> => {
      const found = await shop.call('GET', `/v1/reschedule_claims/${token}`)
      return RebookingOfferReply.parse(found.body).reschedule_claim
    },
  }
}
