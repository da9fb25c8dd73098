import { inPersonMeans } from '#contract/means-of-payment.ts'
import { type ReturnedTo } from '#contract/refund.ts'

/** Where a part of a refund goes. */
export function describeReturn({ kind, label, method }: ReturnedTo): string {
  if (method !== undefined) return inPersonMeans(method).refund.page
  return kind === 'gift_card' ? `${label}, yours to use again` : `To ${label}`
}

/** Whether a bank has to show it: money that was taken at the counter goes back there. */
export const goesToBank = ({ kind, method }: ReturnedTo): boolean => kind === 'card' && method === undefined
