import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { membershipMail, readMembership } from './membership-mail.ts'

/** Tells that every try of the first payment was declined, so the membership does not start. */
export const membershipFailedMail = declareMail({
  kind: 'membership_failed',
  about: subscriptions,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readMembership,
  compose: (membership, brand) => {
    const { plan } = membership
    return membershipMail(membership, brand, {
      path: '/skyclub',
      subject: `Your ${plan.name} membership did not start`,
      title: 'Your membership did not start.',
      intro:
        'The card was declined each time we tried, so we stopped. Nothing was charged for the ' +
        'membership, and your flight stays as it is.',
      action: 'Join again',
      notes: [],
    })
  },
})
