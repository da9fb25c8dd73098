import { type MetaDescriptor } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { breadcrumbData } from '../page/structured-data.ts'
import { type SlugPage as Page } from './load-slug.server.ts'
import sheet from '../styles/slug-pages.css?url'
import { LandingList } from './landing-list.tsx'
import { PeekPage, PerspectivePage } from './landing-page.tsx'
import { LANDING_WORDS } from './landing-texts.ts'
import { LocationPage } from './location-page.tsx'

export function SlugPage({ page }: { page: Page }) {
  if (page.kind === 'location') return <LocationPage {...page} />
  if (page.kind === 'landings') return <LandingList {...page} />
  return page.landing === 'peek' ? <PeekPage {...page} /> : <PerspectivePage {...page} />
}

/**
 * Pages that sell one flight have a reduced header and a link to book it; a heliport's page has the
 * usual one.
 */
export const slugHandle = (page: Page): PageHandle => ({
  sheet,
  ...(page.kind === 'landing' ? { layout: 'landing-pages', nextAction: bookingLink(page.product) } : {}),
})

const bookingLink = ({ id, slug, availability }: Extract<Page, { kind: 'landing' }>['product']) =>
  availability === 'available'
    ? { href: `/checkout/${String(id)}`, text: 'Choose a date' }
    : { href: `/product/${slug}`, text: 'About this flight' }

export function slugMeta(matches: Parameters<typeof pageMeta>[0], page: Page): MetaDescriptor[] {
  if (page.kind === 'location') {
    return pageMeta(matches, { title: page.title, description: page.summary, path: `/${page.slug}` })
  }
  if (page.kind === 'landings') {
    const { title, summary, path } = LANDING_WORDS[page.landing]
    const meta = pageMeta(matches, { title, description: summary, path: `/${path}` })
    return page.unknown ? [...meta, { name: 'robots', content: 'noindex' }] : meta
  }
  const { product, landing, text } = page
  const path = `/${LANDING_WORDS[landing].path}-${product.slug}`
  const crumbs = breadcrumbData(matches, [
    [LANDING_WORDS[landing].title, `/${LANDING_WORDS[landing].path}`],
    [product.name, path],
  ])
  const meta =
    landing === 'peek'
      ? pageMeta(matches, {
          title: `Inside ${product.name}, minute by minute`,
          description:
            `${product.name} from the seat itself: ${String(product.flight_duration_mins)} ` +
            'minutes, what passes the window when, who sits where and what to wear.',
          path,
        })
      : pageMeta(matches, {
          title: `A new perspective: ${product.name}`,
          description:
            `${text.headline} ${product.name}, ${product.duration_label} from ` +
            `${product.departure_terminal_name}.`,
          path,
        })
  return [...meta, ...crumbs]
}
