import { type Plan } from '#contract/membership.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { linkMail, type LinkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

export interface MembershipEvent {
  plan: Plan
  /** Its owner may have no password yet. */
  asGuest: boolean
  currentPeriodEnd: Date | null
  /** What the bank said. */
  lastError: string | null
}

export type MembershipMailKind =
  | 'membership_welcome'
  | 'membership_declined'
  | 'membership_unfinished'
  | 'membership_failed'
  | 'membership_past_due'
  | 'membership_ending'
  | 'membership_ended'

const PAGE = '/account/membership'

/** What happened to a membership, what it means for the next flight, and what to do. */
export function membershipMail(
  kind: MembershipMailKind,
  news: MembershipEvent,
  brand: MailBrand,
): ComposedMail {
  const { notes, ...mail } = MAILS[kind](news, brand)
  const link = `${brand.origin}${
    kind === 'membership_ended' || kind === 'membership_failed' ? '/skyclub' : PAGE
  }`
  const guest =
    'You joined without an account. Use the link in our other mail to set a password first; ' +
    'then this page is yours.'
  return linkMail(link, brand, {
    ...mail,
    notes: news.asGuest && !link.endsWith('/skyclub') ? [...notes, guest] : notes,
  })
}

const day = (at: Date | null) =>
  at?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }) ??
  'the end of the period'
const price = ({ price: dollars, interval }: Plan) => `${formatDollars(toCents(dollars))} a ${interval}`

const MAILS: Record<MembershipMailKind, (news: MembershipEvent, brand: MailBrand) => LinkMail> = {
  membership_welcome: ({ plan, currentPeriodEnd }, brand) => ({
    subject: `Welcome to ${plan.name}`,
    title: `Welcome to ${plan.name}.`,
    intro: `You are a member from today. ${plan.benefit}`,
    action: 'See your membership',
    notes: [
      `It costs ${price(plan)} and renews on ${day(currentPeriodEnd)}. You can stop it at any ` +
        'time on that page; it then runs until that day.',
      `Log in with this e-mail when you book, here or with our sister brand, and the member's ` +
        `price is there by itself. Questions? Write to ${brand.email}.`,
    ],
  }),
  membership_declined: ({ plan, lastError }) => ({
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
  }),
  membership_unfinished: ({ plan }) => ({
    subject: `One step left for your ${plan.name} membership`,
    title: 'One step left.',
    intro:
      `Your ${plan.name} membership (${price(plan)}) waits for its first payment, which only you ` +
      'can confirm.',
    action: 'Finish it',
    notes: [
      'It takes a minute. After 23 hours the offer to pay ends, and nothing is charged. ' +
        'Flights you booked stay as they are.',
    ],
  }),
  membership_failed: ({ plan }) => ({
    subject: `Your ${plan.name} membership did not start`,
    title: 'Your membership did not start.',
    intro:
      'The card was declined each time we tried, so we stopped. Nothing was charged for the ' +
      'membership, and your flight stays as it is.',
    action: 'Join again',
    notes: [],
  }),
  membership_past_due: ({ plan }) => ({
    subject: `Your ${plan.name} renewal was declined`,
    title: 'Your renewal was declined.',
    intro:
      `We could not collect ${price(plan)} for the renewal of your ${plan.name} membership. ` +
      'Until it is paid, flights cost their usual price.',
    action: 'Pay it now',
    notes: [
      'We try your card again in the next days. You can pay with another card, or stop the ' +
        'membership, on that page.',
    ],
  }),
  membership_ending: ({ plan, currentPeriodEnd }) => ({
    subject: `Your ${plan.name} membership ends on ${day(currentPeriodEnd)}`,
    title: 'It will not renew.',
    intro:
      `Your ${plan.name} membership runs until ${day(currentPeriodEnd)}, with the member's price ` +
      'on every flight you book before. Then it ends, and nothing more is charged.',
    action: 'Take it back',
    notes: ['Changed your mind before that day? One button on that page, and it goes on.'],
  }),
  membership_ended: ({ plan }) => ({
    subject: `Your ${plan.name} membership has ended`,
    title: 'Your membership has ended.',
    intro: `Nothing more is charged for ${plan.name}. Flights you booked stay as they are.`,
    action: 'Join again',
    notes: [],
  }),
}
