import { waitlistEntries } from '../db/schema/waitlist.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { flightDay } from '../store/mails/flight-time.ts'
import { otherDays, partyOf, readEntryForMail, waitlistMail, whenOf } from './waitlist-mail.ts'

/** Tells that sales have ended and no seats became free. */
export const waitlistClosedMail = declareMail({
  kind: 'waitlist_closed',
  about: waitlistEntries,
  recipient: 'person on the waitlist',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readEntryForMail,
  compose: (mail, brand) => {
    const { flight } = mail
    return waitlistMail(mail, brand, {
      subject: `No seats came free: ${flight.product_name}, ${flightDay(flight)}`,
      title: 'No seats came free this time',
      intro:
        `We waited with you for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}. ` +
        'Sales for it have ended and nobody gave seats back. We are sorry.',
      action: otherDays(mail, brand),
      notes: ['This was our last mail about this departure.'],
    })
  },
})
