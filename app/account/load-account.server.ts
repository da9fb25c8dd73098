import { type AccountHomeProps } from './account-home.tsx'
import { type AccountPanelProps } from './account-panel.tsx'
import { findRequestedTab, type GuestLink, carriedQuery } from './account-tabs.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { parseReturnPath } from '../visit/return-path.ts'
import { findRoleNames } from '../visit/sign-in.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** Loads the panel for visitors, or the overview for a logged-in account. */
export type AccountPage =
  | ({ kind: 'panel' } & Pick<AccountPanelProps, 'tab' | 'kept' | 'guest' | 'notice' | 'known' | 'consent'>)
  | ({ kind: 'home' } & Pick<AccountHomeProps, 'user' | 'badge' | 'staffPages' | 'notice'>)

export async function loadAccount(visit: Visit, url: URL): Promise<AccountPage> {
  const query = url.searchParams
  if (visit.user) return loadHome(visit, visit.user, query)
  const guest = guestWay(visit, query)
  const tab = findRequestedTab(query.get('tab'), guest)
  const email = tab === 'reset' ? visit.session.get('resetEmail') : undefined
  return {
    kind: 'panel',
    tab,
    known: email === undefined ? {} : { email },
    kept: carriedQuery(query),
    guest,
    notice: panelNotice(query),
    consent: visit.brand.account_text_consent ?? undefined,
  }
}

/** Undefined if the brand sells only to accounts. */
function guestWay({ brand }: Visit, query: URLSearchParams): GuestLink | undefined {
  if (!brand.guest_checkout) return undefined
  const next = parseReturnPath(query.get('next'))
  return next?.startsWith('/checkout/')
    ? { href: next, toCheckout: true }
    : { href: '/checkout', toCheckout: false }
}

function panelNotice(query: URLSearchParams): string | undefined {
  if (query.has('sent')) return ACCOUNT_TEXT.resetSent
  if (query.has('erased')) return ACCOUNT_TEXT.erased
  if (query.has('late')) return ACCOUNT_TEXT.late
  return query.has('everywhere') ? ACCOUNT_TEXT.everywhere : undefined
}

async function loadHome(
  visit: Visit,
  user: AccountHomeProps['user'],
  query: URLSearchParams,
): Promise<AccountPage> {
  const roles = await findRoleNames(visit.api, user)
  return { kind: 'home', user, ...describeRole(roles), notice: noticeOf(query, user) }
}

/** The name of a role on the account page, and the link to its pages. */
function describeRole(roles: readonly string[]): Pick<AccountHomeProps, 'badge' | 'staffPages'> {
  const staffPages = { href: '/staff', text: 'Go to the staff pages' }
  if (roles.includes('admin')) return { badge: 'Admin', staffPages }
  if (roles.includes('staff')) return { badge: 'Staff', staffPages }
  if (roles.includes('pilot'))
    return { badge: 'Pilot', staffPages: { href: '/pilot', text: 'Go to the flights you fly' } }
  if (!roles.includes('agent')) return { badge: undefined, staffPages: undefined }
  return { badge: 'Agent', staffPages: { href: '/agent', text: 'Go to your commission' } }
}

function noticeOf(query: URLSearchParams, user: AccountHomeProps['user']): string | undefined {
  if (query.has('proven') && user.email_proven) return 'Your e-mail is confirmed.'
  const mailed = `We sent a link to ${user.email}. It works once, for one hour.`
  if (user.email_proven === false && query.has('sent')) return mailed
  if (user.email_proven === false && query.has('welcome')) return `Your account is ready. ${mailed}`
  return undefined
}
