import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'
import { seatRefusals } from '../seats/refusals.ts'
import { giftRefusals } from '../gifts/refusals.ts'
import { paymentRefusals } from '../payments/refusals.ts'

/** Refusals about mails that did not arrive. */
const mailRefusals = {
  mail_not_correctable: {
    status: 409,
    code: 'conflict',
    error:
      'This mail cannot be sent anew from here: it has arrived, was sent anew already, or is ' +
      'neither about an order nor a gift or a prize.',
  },
  move_link_over: {
    status: 409,
    code: 'conflict',
    error:
      'The new seats are not kept any more, and the flight stays where it is. Move it anew from its order.',
  },
  prize_in_account: {
    status: 409,
    code: 'conflict',
    error:
      'The prize lies in an account that its owner has opened, and stays there. Send it to the same address.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse({ ...seatRefusals, ...giftRefusals, ...paymentRefusals, ...mailRefusals })
