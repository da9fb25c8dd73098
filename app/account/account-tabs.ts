import { parseReturnPath } from '../visit/return-path.ts'

/** The panels with a form of their own here; the reset shows only when it is asked for. */
export const formTabs = ['login', 'register', 'reset'] as const
export type FormTab = (typeof formTabs)[number]

/**
 * The panels for whoever is not logged in (spec section 2). A guest pays at the checkout, where the
 * form is: `guest` leads to choosing a flight, `checkout-guest` back to the order that is being
 * made. `confirm` and `error` have a page of their own.
 */
export type AccountTab = FormTab | 'guest' | 'checkout-guest'

export const TAB_NAMES: Readonly<Record<AccountTab, string>> = {
  guest: 'Guest',
  'checkout-guest': 'Guest',
  login: 'Log In',
  register: 'Register',
  reset: 'Reset',
}

/** What stands above each panel, and on the button that opens it. */
export const TAB_TEXTS: Readonly<Record<AccountTab, { title: string; open: string }>> = {
  guest: { title: 'Fly without an account', open: 'Go on as a guest' },
  'checkout-guest': { title: 'Fly without an account', open: 'Go on as a guest' },
  login: { title: 'Welcome back', open: 'Log in with e-mail and password' },
  register: { title: 'Make an account', open: 'Register with your name and e-mail' },
  reset: { title: 'Reset your password', open: 'Have a link mailed to you' },
}

/** The way on without an account. */
export interface GuestLink {
  href: string
  /** Back to an order that is being made. */
  toCheckout: boolean
}

/** The panels of a visit, in the order in which they stand. */
export function listTabs(guest: GuestLink | undefined): AccountTab[] {
  return [...(guest ? [guestTab(guest)] : []), ...formTabs]
}

export const guestTab = ({ toCheckout }: GuestLink): AccountTab => (toCheckout ? 'checkout-guest' : 'guest')

/** The form panel a form names; undefined when it names none. */
export function findTab(said: unknown): FormTab | undefined {
  return formTabs.find((tab) => tab === said)
}

/**
 * The panel an address asks for; both names of the guest's lead to the one there is, where there is
 * one.
 */
export function findRequestedTab(said: unknown, guest: GuestLink | undefined): AccountTab {
  if (said === 'guest' || said === 'checkout-guest') return guest ? guestTab(guest) : 'login'
  return findTab(said) ?? 'login'
}

/** Said once, by the step before. */
const TRANSIENT = ['tab', 'sent', 'proven', 'welcome', 'erased', 'everywhere']
const LONGEST = 1800

/**
 * The query of an account's address that every panel keeps: where to go on, where somebody came
 * from. A way back that leads off the shop is not kept.
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
 * The address of a panel: `tab` for the server, the fragment for the browser.
 *
 * @param kept see `carriedQuery`
 */
export const tabHref = (tab: AccountTab, kept: string): string => `${tabPath(tab, kept)}#${tab}`

/** The same for the server alone. */
export const tabPath = (tab: AccountTab, kept: string): string =>
  `/account?tab=${tab}${kept === '' ? '' : `&${kept}`}`

/**
 * The address of a panel, from elsewhere.
 *
 * @param next where to go afterwards: a path of our own, see `parseReturnPath`
 */
export function accountHref(tab: AccountTab, next?: string): string {
  return tabHref(tab, next === undefined ? '' : new URLSearchParams({ next }).toString())
}
