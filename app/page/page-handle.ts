/** The frames a page may stand in; `desk` is the staff's. */
export type PageLayout = 'default' | 'checkout' | 'campaigns' | 'landing-pages' | 'desk'

/** Where in the desk a page stands. */
export type StaffSection =
  | 'sign-in'
  | 'pilot'
  | 'today'
  | 'customers'
  | 'flights'
  | 'sell'
  | 'orders'
  | 'catalogue'
  | 'integrations'
  | 'reports'
  | 'office'

/**
 * What a route module says about its page: `export const handle: PageHandle = { layout: 'checkout'
 * }`.
 */
export interface PageHandle {
  /** Only such pages load the framework's script; all others work, and stay, without it. */
  hydrate?: boolean
  /**
   * The page takes a card: its policy opens the provider's script, frames and calls, here and
   * nowhere else.
   */
  payments?: boolean
  layout?: PageLayout
  /** With `layout: 'desk'`. */
  staffSection?: StaffSection
  /** A style sheet of its own, beside the site's. */
  sheet?: string
  /**
   * With `layout: 'landing-pages'`: the one way on that its header offers; all flights unless
   * given.
   */
  nextAction?: { href: string; text: string }
  /** The page begins with a picture under the header. */
  overArt?: boolean
}

/**
 * The handles of the matched routes, outermost first. A route of several pages says what it is with
 * what it loaded.
 */
export const collectHandles = (matches: readonly { handle: unknown; data: unknown }[]): unknown[] =>
  matches.map(({ handle, data }) =>
    typeof handle === 'function' ? (handle as (of: unknown) => unknown)(data) : handle,
  )

/** Handles as one: the innermost word counts. */
export function mergeHandles(handles: readonly unknown[]): PageHandle {
  return Object.assign({}, ...handles.filter((one) => typeof one === 'object')) as PageHandle
}
