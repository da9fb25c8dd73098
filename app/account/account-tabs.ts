import { parseReturnPath } from '../visit/return-path.ts'

/** The panels with a form; the one for a password reset is shown only on request. */
export const formTabs = ['login', 'register', 'reset'] as const
export type FormTab = (typeof formTabs)[number]

/**
 * The panels for visitors who are not logged in (spec section 2). Guests enter their details at the
 * checkout: `guest` leads to choosing a flight, `checkout-guest` back to the checkout in progress.
 * `confirm` and `error` are separate pages.
 */
export type AccountTab = FormTab | 'guest' | 'checkout-guest'

export const TAB_NAMES: Readonly<Record<AccountTab, string>> = {
  guest: 'Guest',
  'checkout-guest': 'Guest',
  login: 'Log In',
  register: 'Register',
  reset: 'Reset',
}

/** The heading of each panel; also the text of the button that opens it. */
export const TAB_TEXTS: Readonly<Record<AccountTab, { title: string; open: string }>> = {
  guest: { title: 'Fly without an account', open: 'Go on as a guest' },
  'checkout-guest': { title: 'Fly without an account', open: 'Go on as a guest' },
  login: { title: 'Welcome back', open: 'Log in with e-mail and password' },
  register: { title: 'Make an account', open: 'Register with your name and e-mail' },
  reset: { title: 'Reset your password', open: 'Have a link mailed to you' },
}

/** Where to continue without an account. */
export interface GuestLink {
  href: string
  /** Leads back to the checkout in progress. */
  toCheckout: boolean
}

/** The panels that are offered, in the order of their tabs. */
export function listTabs(guest: GuestLink | undefined): AccountTab[] {
  return [...(guest ? [guestTab(guest)] : []), ...formTabs]
}

export const guestTab = ({ toCheckout }: GuestLink): AccountTab => (toCheckout ? 'checkout-guest' : 'guest')

/** The form panel of a submitted name; undefined for any other value. */
export function findTab(name: unknown): FormTab | undefined {
  return formTabs.find((tab) => tab === name)
}

/**
 * The panel that an address requests. Both names of the guest panel lead to the one that exists.
 */
export function findRequestedTab(name: unknown, guest: GuestLink | undefined): AccountTab {
  if (name === 'guest' || name === 'checkout-guest') return guest ? guestTab(guest) : 'login'
  return findTab(name) ?? 'login'
}

/** Parameters for one page view; links to other panels leave them out. */
const TRANSIENT = ['tab', 'sent', 'proven', 'welcome', 'erased', 'everywhere', 'recovery', 'saved', 'late']
const LONGEST = 1800

/**
 * The query that every panel's address keeps: where to continue, and where the visitor came from. A
 * return path to another site is dropped.
 */
export function carriedQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  for (const name of TRANSIENT) kept.delete(name)
  if (parseReturnPath(kept.get('next')) === undefined) kept.delete('next')
  const text = kept.toString()
  if (text.length <= LONGEST) return text
  const next = kept.get('next')
  return next === null ? '' : new URLSearchParams({ next }).toString()
}

/**
 * The address of a panel, with `tab` in the query for the server and in the fragment for the
 * browser.
 *
 * @param kept see `carriedQuery`
 */
export const tabHref = (tab: AccountTab, kept: string): string => `${tabPath(tab, kept)}#${tab}`

/**
 * The address that asks for the code of a log-in.
 *
 * @param kept see `carriedQuery`
 * @param view what is asked for in place of the app's code, or said above it
 */
export function logInCodeHref(kept: string, view?: 'recovery' | 'saved'): string {
  const query = [view === undefined ? '' : `${view}=1`, kept].filter((part) => part !== '').join('&')
  return `/account/code${query === '' ? '' : `?${query}`}`
}

/** The address of a panel for the server alone, without a fragment. */
export const tabPath = (tab: AccountTab, kept: string): string =>
  `/account?tab=${tab}${kept === '' ? '' : `&${kept}`}`

/**
 * The address of a panel, for links on other pages.
 *
 * @param next the path of our own to continue at, see `parseReturnPath`
 */
export function accountHref(tab: AccountTab, next?: string): string {
  return tabHref(tab, next === undefined ? '' : new URLSearchParams({ next }).toString())
}
