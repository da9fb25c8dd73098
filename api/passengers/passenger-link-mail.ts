import { passengers } from '../db/schema/passengers.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'

/** A passenger's private link, which the buyer asked us to send. Opening it does not use it up. */
export const passengerLinkMail = declareMail({
  kind: 'passenger_link',
  about: passengers,
  recipient: 'passenger',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: openMailSecret,
  compose: (link, brand) =>
    linkMail(link, brand, {
      subject: `You are flying with ${brand.name}: a few details, please`,
      title: 'You are on board',
      intro: 'Somebody booked a flight for you. Please give us your name and weight, and sign the waiver.',
      action: 'Give my details',
      notes: [
        'This page is yours alone. Only our flight team sees your weight, not even whoever booked.',
        'You can change what you gave until the flight leaves.',
      ],
    }),
})
