import { inPersonMeans } from '#contract/means-of-payment.ts'
import { type ReturnedTo } from '#contract/refund.ts'

/** The target of a part of a refund. */
export function describeReturn({ kind, label, method }: ReturnedTo): string {
  if (kind === 'due') return 'Off what was still to pay'
  if (method !== undefined) return inPersonMeans(method).refund.page
  return kind === 'gift_card' ? `${label}, yours to use again` : `To ${label}`
}

/** Whether a bank has to post it; cash taken at the counter is refunded there. */
export const goesToBank = ({ kind, method }: ReturnedTo): boolean => kind === 'card' && method === undefined
