import { subscriptions } from '../../db/schema/memberships.ts'
import { declareMail } from '../../store/mails/queue-mail.ts'
import { formatDay, formatPrice, MEMBERSHIP_PAGE, membershipMail, readMembership } from './membership-mail.ts'

/** Welcomes a new member. */
export const membershipWelcomeMail = declareMail({
  kind: 'membership_welcome',
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
      subject: `Welcome to ${plan.name}`,
      title: `Welcome to ${plan.name}.`,
      intro: `You are a member from today. ${plan.benefit}`,
      action: 'See your membership',
      notes: [
        `It costs ${formatPrice(plan)} and renews on ${formatDay(currentPeriodEnd)}. You can stop it at ` +
          'any time on that page; it then runs until that day.',
        `Log in with this e-mail when you book, here or with our sister brand, and the member's ` +
          `price is there by itself. Questions? Write to ${brand.email}.`,
      ],
    })
  },
})
