const HOUR = 3_600_000
/** As long as the session of a guest who has just bought. */
const WINDOW = 12 * HOUR
const MOST = 3

export type EmailCorrectionRefusal =
  'not_found' | 'email_not_correctable' | 'email_confirmed' | 'too_many_corrections'

export interface CorrectableOrder {
  kind: 'flight' | 'gift_cards'
  status: string
  createdAt: Date
  completedAt: Date | null
  /** A membership was bought along, and is the first address's. */
  membershipPlanId: number | null
  /** Corrections made already. */
  corrections: number
  /** When the mailbox of the address it has now was shown to be somebody's. */
  emailProvenAt: Date | null
}

/**
 * Why a guest may not correct an order's e-mail: it is not paid or given back, too long ago, or
 * gift cards, whose codes are in the first mail already, or holds a membership. Not once its
 * mailbox was proven after the purchase: the order is in that account then. An account that was
 * proven before says nothing, so that nobody learns here who has one.
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
