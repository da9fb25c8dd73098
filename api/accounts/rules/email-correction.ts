const HOUR = 3_600_000
/** As long as a guest session lasts. */
const WINDOW = 12 * HOUR
const MOST = 3

export type EmailCorrectionRefusal =
  'not_found' | 'email_not_correctable' | 'email_confirmed' | 'too_many_corrections'

export interface CorrectableOrder {
  kind: 'flight' | 'gift_cards'
  status: string
  createdAt: Date
  completedAt: Date | null
  /** A membership that was bought with the order belongs to the first address. */
  membershipPlanId: number | null
  /** How many corrections were made already. */
  corrections: number
  /** When the order's present e-mail was proven. */
  emailProvenAt: Date | null
}

/**
 * Why a guest may not correct an order's e-mail: the order is unpaid or refunded, too old, has a
 * membership, or has gift cards, whose codes are in the first mail already. It is refused too once
 * the e-mail was proven after the purchase, because the order is in that account then. An e-mail
 * that was proven before makes no difference, so that the answer does not reveal accounts.
 */
export function findCorrectionObstacle(
  order: CorrectableOrder,
  now: Date,
): EmailCorrectionRefusal | undefined {
  const { completedAt, emailProvenAt } = order
  const sold = order.status === 'completed' || order.status === 'partially_refunded'
  const isOpen = completedAt !== null && now.getTime() - completedAt.getTime() < WINDOW
  if (!sold || !isOpen || order.kind !== 'flight' || order.membershipPlanId !== null) {
    return 'email_not_correctable'
  }
  if (emailProvenAt !== null && emailProvenAt > order.createdAt) return 'email_confirmed'
  return order.corrections >= MOST ? 'too_many_corrections' : undefined
}
