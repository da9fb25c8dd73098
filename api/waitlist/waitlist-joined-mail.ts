import { waitlistEntries } from '../db/schema/waitlist.ts'
import { declareMail } from '../store/mails/queue-mail.ts'
import { flightDay } from '../store/mails/flight-time.ts'
import { otherDays, partyOf, readEntryForMail, waitlistMail, whenOf } from './waitlist-mail.ts'

/** Confirms the entry and the present size of its party. */
export const waitlistJoinedMail = declareMail({
  kind: 'waitlist_joined',
  about: waitlistEntries,
  recipient: 'person on the waitlist',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readEntryForMail,
  compose: (mail, brand) => {
    const { flight } = mail
    return waitlistMail(mail, brand, {
      subject: `You are on the waitlist: ${flight.product_name}, ${flightDay(flight)}`,
      title: 'You are on the waitlist',
      intro:
        `We wait with you for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}, from ` +
        `${flight.terminal_name}. As soon as they come free we keep them for you and write to you.`,
      action: otherDays(mail, brand),
      notes: [
        'Waiting costs nothing and promises nothing: you pay only if you take the seats.',
        'You did not ask for this? Leave the list below, and we write no more.',
      ],
    })
  },
})
