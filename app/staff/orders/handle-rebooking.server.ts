import { OrderClaimReply, type RescheduleClaim } from '#contract/call-off.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../selection/load-choice.server.ts'
import { type ClaimForm, claimTimes, sendClaimForm } from '../../rebooking/rebooking-offer.server.ts'

export interface DeskClaim {
  order: Order
  claim: RescheduleClaim
  until: string
  keptUntil: Readonly<Record<number, string>>
  /** By which the brand’s days begin. */
  timezone: string
}

/**
 * What the buyer of a cancelled departure may choose. @throws Response 404 for an order that has
 * nothing to choose
 */
export async function loadDeskClaim({ own, visit }: DeskVisit, orderId: string): Promise<DeskClaim> {
  const [order, found] = await Promise.all([
    own.get(`/v1/orders/${orderId}`, OrderReply),
    own.get(`/v1/orders/${orderId}/reschedule_claim`, OrderClaimReply),
  ])
  const { reschedule_claim: claim } = requireData(found)
  const { until, keptUntil } = claimTimes(claim, visit.now)
  const timezone = visit.brand.time_zone
  return { order: requireData(order).order, claim, until, keptUntil, timezone }
}

/** Chooses for the caller, or looks for other departures. */
export const sendDeskClaim = ({ own }: DeskVisit, orderId: string, form: FormData): Promise<ClaimForm> =>
  sendClaimForm(own, `/v1/orders/${orderId}/reschedule_claim`, form)
