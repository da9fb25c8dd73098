import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { giftRefusals } from '../gifts/refusals.ts'
import { tenderRefusals } from '../tenders/refusals.ts'
import { textRefusals } from '../store/texts/text-refusals.ts'
import { paymentRefusals } from '../payments/refusals.ts'

/** Refusals of sales by staff and of their drawers. */
export const staffSalesRefusals = {
  no_email: { status: 409, code: 'conflict', error: 'This order has no e-mail. Please add one first.' },
  ticket_mailed: {
    status: 409,
    code: 'conflict',
    error: 'This order has an e-mail by now. Please mail the ticket.',
  },
  not_paid: { status: 409, code: 'conflict', error: 'This order is not paid, so it has no ticket.' },
  slip_taken: {
    status: 409,
    code: 'conflict',
    error: 'This slip has paid another order just now. Nothing was written for this one.',
  },
  drawer_closed: {
    status: 409,
    code: 'conflict',
    error: 'You have no open drawer. Open one and count what lies in it first.',
  },
  nothing_due: {
    status: 409,
    code: 'conflict',
    error: 'Nothing is due of this order any more, or nothing was paid yet. Please load the page again.',
  },
  handed_out_already: {
    status: 409,
    code: 'conflict',
    error: 'Somebody else has handed this refund out already. Please give nothing more.',
  },
  foreign_payment_url: { status: 422, fields: { url: ['Must be an address of this shop'] } },
  payment_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Please call us for another one.',
  },
  payment_link_over: {
    status: 409,
    code: 'order_expired',
    error:
      'This booking was cancelled and nothing was charged. Please call us, or choose your flight once more.',
  },
  text_too_late: {
    status: 409,
    code: 'conflict',
    error:
      'It is night at the terminal: the text would wait until morning, and the link end before. Please ' +
      'mail the link.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({
  ...seatRefusals,
  ...giftRefusals,
  ...tenderRefusals,
  ...paymentRefusals,
  ...staffSalesRefusals,
  ...textRefusals,
})
