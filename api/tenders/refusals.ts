import { formatDollars } from '../rules/money/money.ts'
import { STAFF_REFUND_LIMIT_CENTS } from '../rules/refunds/refund-limit.ts'
import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { giftRefusals } from '../gifts/refusals.ts'

/** How much staff may give. */
export const tenderRefusals = {
  over_refund_limit: {
    status: 403,
    code: 'forbidden',
    error:
      `Staff give back at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order. Please ` +
      'ask an admin.',
  },
  over_credit_limit: {
    status: 403,
    code: 'forbidden',
    error:
      `Credit for no order: staff give at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} in 24 ` +
      'hours, and a customer gets no more than that. Please name the order, or ask an admin.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...giftRefusals, ...tenderRefusals })
