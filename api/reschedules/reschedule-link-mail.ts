import { orders } from '../db/schema/orders.ts'
import { declareMail, orderNumberOf, queueMail } from '../store/mails/queue-mail.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import { makeRescheduleMail } from './reschedule-link.ts'

/** A link for the buyer to reschedule a flight without an account. */
export const rescheduleLinkMail = declareMail({
  kind: 'reschedule_link',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: {
    way: 'order',
    send: async (tx, deps, { order: { id: orderId }, email, origin, by }) => {
      const url = `${origin}/reschedule-flight`
      const mail = makeRescheduleMail(deps, { orderId, to: email, url }, by.at)
      await queueMail(tx, { ...mail, orderId }, by.at, deps)
      return { ok: true }
    },
  },
  signedForAddress: true,
  load: (deps, mail) => ({ link: openMailSecret(deps, mail), orderNumber: orderNumberOf(mail) }),
  compose: ({ link, orderNumber }, brand) =>
    linkMail(link, brand, {
      subject: `Move your flight (${orderNumber})`,
      title: 'Move your flight',
      intro: `Somebody, most likely you, asked to move the flight of order ${orderNumber}.`,
      action: 'Choose another date',
      notes: [
        'The link works for one day. You see what moving costs before anything changes.',
        'You did not ask for this? Then there is nothing to do: your flight stays as it is. ' +
          'Please do not pass this mail on.',
      ],
    }),
})
