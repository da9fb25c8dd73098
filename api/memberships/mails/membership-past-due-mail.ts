import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatPrice, MEMBERSHIP_PAGE, membershipMail, readMembership } from './membership-mail.ts'

/** Tells that the renewal was declined and is tried again. */
export const membershipPastDueMail = declareMail({
  kind: 'membership_past_due',
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
      subject: `Your ${plan.name} renewal was declined`,
      title: 'Your renewal was declined.',
      intro:
        `We could not collect ${formatPrice(plan)} for the renewal of your ${plan.name} membership. ` +
        'Until it is paid, flights cost their usual price.',
      action: 'Pay it now',
      notes: [
        'We try your card again in the next days. You can pay with another card, or stop the ' +
          'membership, on that page.',
      ],
    })
  },
})
