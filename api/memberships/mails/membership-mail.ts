import { type Plan } from '#contract/membership.ts'
import { type ApiDeps } from '../../deps.ts'
import { formatDollars, toCents } from '../../rules/money/money.ts'
import { type MailRow, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { linkMail, type LinkMail } from '../../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { readSubscription } from '../list-subscriptions.ts'

interface MailedMembership {
  plan: Plan
  /** It was bought as a guest, who may have no password yet. */
  asGuest: boolean
  currentPeriodEnd: Date | null
  /** The bank's reason for the last declined payment. */
  lastError: string | null
}

/** @throws when there is no such membership */
export async function readMembership(deps: ApiDeps, mail: MailRow): Promise<MailedMembership> {
  const found = await readSubscription(deps.database.db, subjectIdOf(mail))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no membership`)
  const { asGuest, currentPeriodEnd, lastError } = found.row
  return { plan: found.plan, asGuest, currentPeriodEnd, lastError }
}

/** The page of the membership in its owner's account. */
export const MEMBERSHIP_PAGE = '/account/membership'

/** What happened to a membership, what it means for the next flight, and what to do. */
export function membershipMail(
  { asGuest }: MailedMembership,
  brand: MailBrand,
  { path, notes, ...mail }: LinkMail & { path: string },
): ComposedMail {
  const guest =
    'You joined without an account. Use the link in our other mail to set a password first; ' +
    'then this page is yours.'
  return linkMail(`${brand.origin}${path}`, brand, {
    ...mail,
    notes: asGuest && path === MEMBERSHIP_PAGE ? [...notes, guest] : notes,
  })
}

export const formatDay = (at: Date | null): string =>
  at?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }) ??
  'the end of the period'

export const formatPrice = ({ price: dollars, interval }: Plan): string =>
  `${formatDollars(toCents(dollars))} a ${interval}`
