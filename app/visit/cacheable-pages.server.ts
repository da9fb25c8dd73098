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
