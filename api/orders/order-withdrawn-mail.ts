import { orders } from '../db/schema/orders.ts'
import { declareMail, orderNumberOf } from '../store/mails/queue-mail.ts'
import { linkMail } from '../store/mails/link-mail.ts'

/** Tells that an unpaid phone order has ended. */
export const orderWithdrawnMail = declareMail({
  kind: 'order_withdrawn',
  about: orders,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: (_deps, mail) => orderNumberOf(mail),
  compose: (orderNumber, brand) =>
    linkMail(`${brand.origin}/checkout`, brand, {
      subject: `Your booking was cancelled (${orderNumber})`,
      title: 'Your booking was cancelled',
      intro:
        `Order ${orderNumber}, which was waiting for its payment, is cancelled. Nothing was ` +
        'charged, and the link to pay it no longer works.',
      action: 'Choose another flight',
      notes: ['You did not ask for that? Please call us: we gladly book it again while there are seats.'],
    }),
})
