import { findShopBrand } from '#brands/index.ts'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { findMentionedFlight } from './load-reading.server.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { getTranscript, listTestimonials, type Testimonial } from '../texts/testimonials.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

export type TestimonialCard = Pick<
  Testimonial,
  'slug' | 'title' | 'name' | 'from' | 'quote' | 'place' | 'mood'
>

const cardOf = ({ slug, title, name, from, quote, place, mood }: Testimonial): TestimonialCard => ({
  ...{ slug, title, name, from, quote, place, mood },
})

/** The testimonials of guests of this brand's flights. */
export async function loadTestimonials({ request, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const products = await requireProducts(visit)
  const stories = listTestimonials(products.map(({ slug }) => slug)).map(cardOf)
  return data({ stories, text: findShopBrand(visit.brand.id).texts.guests }, { headers: SHARED_HEADERS })
}

/**
 * One testimonial, the flight it is about, and two others.
 *
 * @throws Response 404 for an unknown one
 */
export async function loadTestimonial({ request, params, context }: LoaderFunctionArgs) {
  const visit = await loadCatalogueVisit(request, context)
  const products = await requireProducts(visit)
  const all = listTestimonials(products.map(({ slug }) => slug))
  const story = all.find(({ slug }) => slug === params['testimonial'])
  if (!story) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  const at = all.indexOf(story)
  const others = [...all.slice(at + 1), ...all.slice(0, at)].slice(0, 3).map(cardOf)
  const [html, flight] = await Promise.all([
    getTranscript(story.slug, visit.brand.name),
    findMentionedFlight(visit, story.flight),
  ])
  return data({ story, html, flight, others }, { headers: SHARED_HEADERS })
}
