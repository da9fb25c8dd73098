import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { MEMBERSHIP_PAGE, membershipMail, readMembership } from './membership-mail.ts'

/** Tells that the first payment was declined and is tried again, while the flight stays booked. */
export const membershipDeclinedMail = declareMail({
  kind: 'membership_declined',
  about: subscriptions,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readMembership,
  compose: (membership, brand) => {
    const { plan, lastError } = membership
    return membershipMail(membership, brand, {
      path: MEMBERSHIP_PAGE,
      subject: `Your ${plan.name} membership has not started yet`,
      title: 'Your flight is booked. Your membership is not paid yet.',
      intro:
        'Your flight is safe and paid. The card was declined for the ' +
        `membership${lastError ? `: ${lastError}` : '.'}`,
      action: 'Pay with another card',
      notes: [
        'We try your card again tomorrow, and once more three days after that. If it is declined ' +
          'each time, the membership does not start and nothing is charged for it.',
        'Changed your mind? The same page stops it.',
      ],
    })
  },
})
