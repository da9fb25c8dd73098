import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { pricingRefusals } from '../pricing/refusals.ts'

/** Gift cards and vouchers, and giving them. */
export const giftRefusals = {
  not_giftable: { status: 422, fields: { fare_id: ['This fare is not sold as a gift card'] } },
  gift_opened: {
    status: 409,
    code: 'conflict',
    error: 'This gift was opened: it is its recipient’s for good.',
  },
  gift_used: {
    status: 409,
    code: 'conflict',
    error: 'Something of this gift was used already, or is being used right now.',
  },
  gift_taken_back: { status: 409, code: 'conflict', error: 'This gift was taken back already.' },
  gift_on_paper: {
    status: 409,
    code: 'conflict',
    error: 'This gift is on paper. Take it back to mail it instead.',
  },
  gift_cards_spent: {
    status: 409,
    code: 'conflict',
    error: 'A gift card of this order was used, or is being used right now. It cannot come back.',
  },
  gift_to_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody gives themselves a voucher or credit. Please ask an admin.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...pricingRefusals, ...giftRefusals })
