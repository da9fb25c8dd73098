/**
 * Headers of a page that is the same for everybody. Caches must revalidate it each time, because an
 * outdated price must never be shown.
 */
export const SHARED_HEADERS = { 'Cache-Control': 'public, no-cache' } as const

const sharedPages = new RegExp(
  `^/(?:${[
    'product(?:/[\\w-]+)?',
    'terms-conditions',
    'membership-terms-and-conditions',
    'privacy-policy',
    'promises',
    'Disclaimed',
    'about-us',
    'affiliates',
    'blog(?:/rss[.]xml|/[\\w-]+)?',
    'buy-now-schedule-later',
    'campaigns(?:/(?!(?:fly15|subscribe-to-miami)$)[\\w-]+)?',
    'faq',
    'gift(?:-finder)?',
    '(?:get-new-perspective|peek-inside-flight)(?:-[\\w-]+)?',
    'los-angeles',
    'miami',
    'new-jersey',
    'new-york',
    'new-jersey-doors-off-helicopter',
    'new-york-doors-off-helicopter',
    'press',
    'robots[.]txt',
    'search',
    'sitemap[.]xml',
    'video-testimonials?(?:/[\\w-]+)?',
  ].join('|')})?$`,
)

/**
 * Addresses of pages without personal data: they are rendered without the visitor's session. Add a
 * new content page here and let its loader answer with `SHARED`.
 */
export const isSharedPage = (path: string): boolean => sharedPages.test(path)

/** The query parameters that a shared page reads. Its HTML is cached for each of their values. */
const READ_NAMES: readonly [page: RegExp, names: readonly string[]][] = [
  [/^\/product\/[\w-]+$/, ['slot']],
  [/^\/search$/, ['q', 'date', 'quantity', 'place', 'tag', 'max_price']],
  [/^\/gift-finder$/, ['for', 'guests', 'budget', 'mood']],
]

/**
 * Parameters that mail programs, search engines and networks add to links for their statistics. A
 * name with `*` at its end stands for all names that begin so.
 */
const TRACKING_NAMES = [
  ...['utm_*', 'mc_*', 'pk_*', 'mtm_*', 'hsa_*', '_hs*', '_ga', '_gl', 'gclid', 'gclsrc', 'gbraid', 'wbraid'],
  ...['dclid', 'srsltid', 'fbclid', 'igshid', 'msclkid', 'ttclid', 'twclid', 'yclid', 'epik', 'rdt_cid'],
  ...['li_fat_id', 'ScCid', 'mkt_tok', 'vero_id', 'ef_id', 's_kwcid', '_kx', 'ck_subscriber_id'],
]

/**
 * The parameters of a campaign link. No shared page shows them, because they are stored in the
 * arrival cookie.
 */
const ARRIVAL_NAMES = ['code', 'discount_code', 'affiliate']

/** The query of a shared page, divided by what its parameters are for. */
export interface SharedQuery {
  /** What the page reads itself, from `?` on and in one order; empty without any. */
  read: string
  /** Whether the query has other parameters. */
  unknown: boolean
}

/**
 * Sorts the parameters of a shared page: those that the page reads are part of its cache key, and
 * those of statistics or campaigns are not.
 * @param tracking further parameters of statistics (`TRACKING_NAMES` of the environment)
 */
export function readSharedQuery(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  tracking: readonly string[],
): SharedQuery {
  const own = READ_NAMES.find(([page]) => page.test(pathname))?.[1] ?? []
  const passed = [...TRACKING_NAMES, ...ARRIVAL_NAMES, ...tracking]
  const isPassed = (name: string) =>
    passed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
  const read = [...searchParams].filter(([name]) => own.includes(name))
  read.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const unknown = [...searchParams.keys()].some((name) => !own.includes(name) && !isPassed(name))
  return { read: read.length > 0 ? `?${new URLSearchParams(read).toString()}` : '', unknown }
}
