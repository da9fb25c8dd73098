/** The layouts of pages; `desk` is that of staff, `pilot` has neither header nor footer. */
export type PageLayout = 'default' | 'checkout' | 'campaigns' | 'landing-pages' | 'desk' | 'pilot'

/** The current section of the staff area. */
export type StaffSection =
  | 'sign-in'
  | 'pilot'
  | 'agent'
  | 'today'
  | 'customers'
  | 'flights'
  | 'board'
  | 'sell'
  | 'orders'
  | 'week'
  | 'grid'
  | 'products'
  | 'catalogue'
  | 'reports'
  | 'office'
  | 'search'

/**
 * What a route module declares about its page: `export const handle: PageHandle = { layout:
 * 'checkout' }`.
 */
export interface PageHandle {
  /** Only these pages load the framework's script; all others stay plain HTML. */
  hydrate?: boolean
  /**
   * The page takes a card: its content security policy allows the provider's script, frames and
   * requests.
   */
  payments?: boolean
  /** The page may start workers; no other page may. */
  worker?: boolean
  /** The page may ask for the camera; no other page may. */
  camera?: boolean
  layout?: PageLayout
  /** Only for `layout: 'desk'`, the layout of the staff area. */
  staffSection?: StaffSection
  /** An additional style sheet. */
  sheet?: string
  /** Only with `layout: 'landing-pages'`: the link in its header; all flights by default. */
  nextAction?: { href: string; text: string }
  /** The page begins with a picture under the header. */
  overArt?: boolean
}

/**
 * The handles of the matched routes, outermost first. A route of several pages puts its handle into
 * its loader data.
 */
export const collectHandles = (matches: readonly { handle: unknown; data: unknown }[]): unknown[] =>
  matches.map(({ handle, data }) =>
    typeof handle === 'function' ? (handle as (of: unknown) => unknown)(data) : handle,
  )

/** Merges handles; inner ones override outer ones. */
export function mergeHandles(handles: readonly unknown[]): PageHandle {
  return Object.assign({}, ...handles.filter((one) => typeof one === 'object')) as PageHandle
}
