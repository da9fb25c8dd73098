import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { resendRebookingLink } from './mail-rebooking-link.ts'
import { composeRebookingMail, readRebookingMail, whenOf } from './rebooking-mail.ts'

/** Sends the link again on request. */
export const rebookingLinkMail = declareMail({
  kind: 'claim_link',
  about: rebookingOffers,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'order', send: resendRebookingLink },
  load: readRebookingMail,
  compose: (mail, brand) => {
    const { flight, order_number: number } = mail.offer
    return composeRebookingMail(mail, brand, {
      subject: `Your choice for order ${number}`,
      title: 'Your link to choose',
      why:
        `You asked for the link to choose what you would like instead of ${flight.product_name}, ` +
        `${whenOf(flight)}.`,
    })
  },
})
