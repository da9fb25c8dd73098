import { listCampaignPages } from '../campaigns/campaign-pages.server.ts'
import { type CatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { LANDINGS } from './load-slug.server.ts'
import { getLegalDate, type LegalName } from '../texts/legal-text.server.ts'
import { listPosts, readingNames } from '../texts/articles.server.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { listAffiliates, listTestimonials } from '../texts/testimonials.server.ts'
import { listLocations } from '../catalogue/list-locations.server.ts'

/** A page that search engines may find: its path, and the day its content last changed. */
export interface PublicPage {
  path: string
  /** `YYYY-MM-DD` */
  changed: string
}

/** These pages show the catalogue, so their content changes every day. */
const DAILY = [
  '/',
  '/product',
  '/gift',
  '/gift-finder',
  '/search',
  '/skyclub',
  '/promises',
  '/campaigns',
  '/campaigns/fly15',
  '/get-new-perspective',
  '/peek-inside-flight',
]
/** Pages of fixed texts, and the day of their last change. */
const WRITTEN = [
  '/faq',
  '/affiliates',
  '/video-testimonials',
  '/contact',
  '/rentals',
  '/careers',
  '/contest',
  '/survey',
  '/subscribe',
  '/campaigns/subscribe-to-miami',
]
const WRITTEN_ON = '2026-11-22'
const LEGAL: LegalName[] = [
  'terms-conditions',
  'membership-terms-and-conditions',
  'privacy-policy',
  'Disclaimed',
]

/**
 * Every page of a brand that search engines may find, each once.
 *
 * @param today `YYYY-MM-DD` in the brand's zone
 */
export async function listPublicPages(visit: CatalogueVisit, today: string): Promise<PublicPage[]> {
  const [products, locations, campaigns, saved] = await Promise.all([
    requireProducts(visit),
    listLocations(visit),
    listCampaignPages(visit),
    loadSavedTexts(visit),
  ])
  const slugs = products.map(({ slug }) => slug)
  const posts = listPosts(today, visit.brand.id)
  const on = (changed: string) => (path: string) => ({ path, changed })
  return [
    ...DAILY.map(on(today)),
    ...[...WRITTEN, ...readingNames().map((name) => `/${name}`)].map((path) =>
      on(saved.get(path.slice(1))?.changed ?? WRITTEN_ON)(path),
    ),
    { path: '/blog', changed: posts[0]?.date ?? WRITTEN_ON },
    ...campaigns.map(({ name }) => on(today)(`/campaigns/${name}`)),
    ...LEGAL.map((name) => ({ path: `/${name}`, changed: getLegalDate(name, saved) })),
    ...locations.map(({ slug }) => ({ path: `/${slug}`, changed: today })),
    ...slugs.flatMap((slug) =>
      ['product/', `${LANDINGS.perspective}-`, `${LANDINGS.peek}-`].map((kind) =>
        on(today)(`/${kind}${slug}`),
      ),
    ),
    ...posts.map(({ slug, date }) => ({ path: `/blog/${slug}`, changed: date })),
    ...listTestimonials(slugs).map(({ slug, date }) => ({
      path: `/video-testimonial/${slug}`,
      changed: date,
    })),
    ...listAffiliates(visit.brand.id).map(({ slug }) => on(WRITTEN_ON)(`/affiliates/${slug}`)),
  ]
}
