import { OrderRebookingOfferReply, type RebookingOffer } from '#contract/call-off.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  type RebookingForm,
  formatRebookingTimes,
  sendRebookingForm,
} from '../../rebooking/rebooking-offer.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

export interface StaffRebooking {
  order: Order
  offer: RebookingOffer
  until: string
  heldUntil: Readonly<Record<number, string>>
  /** The time zone in which the brand's days begin. */
  timezone: string
}

/**
 * The alternatives for the buyer of a cancelled departure.
 * @throws Response 404 for an order with no choice to make
 */
export async function loadStaffRebooking(
  { userApi, visit }: StaffVisit,
  orderId: string,
): Promise<StaffRebooking> {
  const [order, found] = await Promise.all([
    userApi.get(`/v1/orders/${orderId}`, OrderReply),
    userApi.get(`/v1/orders/${orderId}/reschedule_claim`, OrderRebookingOfferReply),
  ])
  const { reschedule_claim: claim } = requireData(found)
  const { until, heldUntil } = formatRebookingTimes(claim, visit.now)
  const timezone = visit.brand.time_zone
  return { order: requireData(order).order, offer: claim, until, heldUntil, timezone }
}

/** Sends the choice that staff make for a caller, or searches for other departures. */
export const sendStaffRebooking = (
  { userApi }: StaffVisit,
  orderId: string,
  form: FormData,
): Promise<RebookingForm> => sendRebookingForm(userApi, `/v1/orders/${orderId}/reschedule_claim`, form)
