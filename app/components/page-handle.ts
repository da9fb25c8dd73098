/** The four frames a page may stand in. */
export type PageLayout = 'default' | 'checkout' | 'campaigns' | 'landing-pages'

/** What a route module says about its page: `export const handle: PageHandle = { layout: 'checkout' }`. */
export interface PageHandle {
  /** Only such pages load the framework's script; all others work, and stay, without it. */
  hydrate?: boolean
  /** The page takes a card: its policy opens the provider's script, frames and calls, here and nowhere else. */
  payments?: boolean
  layout?: PageLayout
  /** A style sheet of its own, beside the site's. */
  sheet?: string
  /** The page begins with a picture under the header. */
  overArt?: boolean
}

/** The handles of the matched routes, outermost first, as one: the innermost word counts. */
export function mergeHandles(handles: readonly unknown[]): PageHandle {
  return Object.assign({}, ...handles.filter((one) => typeof one === 'object')) as PageHandle
}
