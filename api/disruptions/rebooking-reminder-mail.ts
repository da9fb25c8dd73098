import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { resendRebookingLink } from './mail-rebooking-link.ts'
import { composeRebookingMail, dayOf, readRebookingMail, whenOf } from './rebooking-mail.ts'

/** Reminds the customer a week before the offer ends. */
export const rebookingReminderMail = declareMail({
  kind: 'claim_reminder',
  about: rebookingOffers,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'order', send: resendRebookingLink },
  load: readRebookingMail,
  compose: (mail, brand) => {
    const { flight, expires_at: until, order_number: number } = mail.offer
    return composeRebookingMail(mail, brand, {
      subject: `Please choose until ${dayOf(flight, until)} (${number})`,
      title: 'You can still choose',
      why:
        `We had to call off ${flight.product_name}, ${whenOf(flight)}. You have not told us yet ` +
        'what you would like instead.',
    })
  },
})
