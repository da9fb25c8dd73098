import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatDay, MEMBERSHIP_PAGE, membershipMail, readMembership } from './membership-mail.ts'

/** Confirms that the membership ends with its present period. */
export const membershipEndingMail = declareMail({
  kind: 'membership_ending',
  about: subscriptions,
  recipient: 'account holder',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readMembership,
  compose: (membership, brand) => {
    const { plan, currentPeriodEnd } = membership
    return membershipMail(membership, brand, {
      path: MEMBERSHIP_PAGE,
      subject: `Your ${plan.name} membership ends on ${formatDay(currentPeriodEnd)}`,
      title: 'It will not renew.',
      intro:
        `Your ${plan.name} membership runs until ${formatDay(currentPeriodEnd)}, with the member's price ` +
        'on every flight you book before. Then it ends, and nothing more is charged.',
      action: 'Take it back',
      notes: ['Changed your mind before that day? One button on that page, and it goes on.'],
    })
  },
})
