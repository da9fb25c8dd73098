import { waitlistEntries } from '../db/schema/waitlist.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { flightDay } from '../store/mails/flight-time.ts'
import { otherDays, partyOf, readEntryForMail, waitlistMail, whenOf } from './waitlist-mail.ts'

/** Tells that the departure was cancelled. */
export const waitlistDepartureCancelledMail = declareMail({
  kind: 'waitlist_called_off',
  about: waitlistEntries,
  recipient: 'person on the waitlist',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readEntryForMail,
  compose: (mail, brand) => {
    const { flight } = mail
    return waitlistMail(mail, brand, {
      subject: `The flight you wait for is called off: ${flight.product_name}, ${flightDay(flight)}`,
      title: 'This flight is called off',
      intro:
        `You wait for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}. We had to ` +
        'call this flight off, so there is nothing to wait for any more. We are sorry.',
      action: otherDays(mail, brand),
      notes: ['You have not been charged anything. This was our last mail about this departure.'],
    })
  },
})
