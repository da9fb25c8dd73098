/** The panels for whoever is not logged in (spec section 2); the reset shows only when it is asked for. */
export const accountTabs = ['login', 'register', 'reset'] as const
export type AccountTab = (typeof accountTabs)[number]

export const TAB_NAMES: Readonly<Record<AccountTab, string>> = {
  login: 'Log In',
  register: 'Register',
  reset: 'Reset',
}

/** The panel an address or a form names; undefined when it names none. */
export function findTab(said: unknown): AccountTab | undefined {
  return accountTabs.find((tab) => tab === said)
}

/**
 * The address of a panel: `tab` for the server, the fragment for the browser, and the way back kept with both.
 *
 * @param next a path of our own, see `parseReturnPath`
 */
export function accountHref(tab: AccountTab, next?: string): string {
  const query = new URLSearchParams({ tab })
  if (next !== undefined) query.set('next', next)
  return `/account?${query.toString()}#${tab}`
}
