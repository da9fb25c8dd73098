import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { membershipMail, readMembership } from './membership-mail.ts'

/** Tells that the membership has ended. */
export const membershipEndedMail = declareMail({
  kind: 'membership_ended',
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
      subject: `Your ${plan.name} membership has ended`,
      title: 'Your membership has ended.',
      intro: `Nothing more is charged for ${plan.name}. Flights you booked stay as they are.`,
      action: 'Join again',
      notes: [],
    })
  },
})
