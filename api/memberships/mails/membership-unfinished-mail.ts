import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatPrice, MEMBERSHIP_PAGE, membershipMail, readMembership } from './membership-mail.ts'

/** Tells that the first payment waits for its owner's confirmation. */
export const membershipUnfinishedMail = declareMail({
  kind: 'membership_unfinished',
  about: subscriptions,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readMembership,
  compose: (membership, brand) => {
    const { plan } = membership
    return membershipMail(membership, brand, {
      path: MEMBERSHIP_PAGE,
      subject: `One step left for your ${plan.name} membership`,
      title: 'One step left.',
      intro:
        `Your ${plan.name} membership (${formatPrice(plan)}) waits for its first payment, which only you ` +
        'can confirm.',
      action: 'Finish it',
      notes: [
        'It takes a minute. After 23 hours the offer to pay ends, and nothing is charged. ' +
          'Flights you booked stay as they are.',
      ],
    })
  },
})
