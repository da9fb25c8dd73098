import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type Place } from '#contract/enums.ts'
import { type CardFlight, cardFlight } from '../catalogue/flight-card.tsx'
import { loadGiftTerms } from '../gifts/load-gift-terms.server.ts'
import { loadCatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { findReadingPage } from '../texts/articles.server.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import { NOT_FOUND_PAGE } from '../visit/error-messages.ts'

/**
 * A written page with the flight it is about.
 *
 * @throws Response 404 for an unknown page
 */
export async function loadReadingPage({ request, context }: LoaderFunctionArgs, name: string) {
  const visit = await loadCatalogueVisit(request, context)
  const { brand } = visit
  const [terms, saved] = await Promise.all([termsFor(visit, name), loadSavedTexts(visit)])
  const page = await findReadingPage(name, brand.name, terms, brand.rescheduling, saved)
  if (!page) throw new Response(NOT_FOUND_PAGE, { status: 404 })
  const flight = await findMentionedFlight(visit, page.flight)
  const place = await findShownPlace(visit, page.place)
  return data({ name, page: { ...page, place }, flight }, { headers: SHARED_HEADERS })
}

/** Only one of the pages explains what is left to pay with a gift card. */
const termsFor = (visit: Parameters<typeof requireProducts>[0], name: string) =>
  name === 'buy-now-schedule-later' ? loadGiftTerms(visit) : undefined

/** A brand shows only places it flies over: a text of both brands gets a picture of one of them. */
async function findShownPlace(visit: Parameters<typeof requireProducts>[0], place: Place): Promise<Place> {
  const flown = (await requireProducts(visit)).map((product) => product.place)
  return flown.includes(place) ? place : (flown[0] ?? place)
}

/** The flight a text is about, if this brand sells it; the page is shown without it, too. */
export async function findMentionedFlight(
  visit: Parameters<typeof requireProducts>[0],
  slug: string | undefined,
): Promise<CardFlight | undefined> {
  if (slug === undefined) return undefined
  const products = await requireProducts(visit)
  const found = products.find((product) => product.slug === slug)
  return found && cardFlight(found)
}
