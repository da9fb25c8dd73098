import { formatDollars } from '../rules/money/money.ts'
import { STAFF_REFUND_LIMIT_CENTS } from '../rules/refunds/refund-limit.ts'
import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { giftRefusals } from '../gifts/refusals.ts'

/** How much staff may give. */
export const tenderRefusals = {
  over_refund_limit: {
    status: 403,
    code: 'approval_needed',
    error:
      `Staff give back at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order, or what an admin ` +
      'allows them. Please ask for approval.',
  },
  over_credit_limit: {
    status: 403,
    code: 'approval_needed',
    error:
      `Credit and prizes for no order: staff give at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} in 24 ` +
      'hours, or what an admin allows them, and a customer gets no more than that. Please name the ' +
      'order, or ask for approval.',
  },
  over_code_limit: {
    status: 403,
    code: 'approval_needed',
    error:
      `A code counts in what staff give: at most ${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order, ` +
      'or what an admin allows them. Please ask for approval, or sell without the code.',
  },
  over_price_limit: {
    status: 403,
    code: 'approval_needed',
    error:
      'Another price counts in what staff give with what it takes off the list price: at most ' +
      `${formatDollars(STAFF_REFUND_LIMIT_CENTS)} of an order, or what an admin allows them. Please ask ` +
      'for approval, or sell at the list price.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...giftRefusals, ...tenderRefusals })
