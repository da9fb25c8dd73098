import { findShopBrand } from '#brands/index.ts'
import { type Place } from '#contract/enums.ts'
import { sharePages } from '../../content/share.ts'
import { toLocalDate } from '../format/local-time.ts'
import { findPhoto } from '../pictures/photo-art.ts'
import { getMood } from '../pictures/scene-art.ts'
import { findCampaignPage, isWrittenCampaign } from '../campaigns/campaign-pages.server.ts'
import { type CatalogueVisit, requireProducts } from '../catalogue/load-catalogue.server.ts'
import { LANDINGS } from './load-slug.server.ts'
import { findPost, findReadingPage } from '../texts/articles.server.ts'
import { loadSavedTexts } from '../texts/saved-texts.server.ts'
import { type ShareSubject } from '../pictures/draw-share-image.server.ts'
import { findLocationText, listAffiliates, listTestimonials } from '../texts/testimonials.server.ts'
import { listLocations } from '../catalogue/list-locations.server.ts'

/** What a brand of the coasts shows on pages that are about no place. */
const COAST: Partial<Record<Place, Place>> = {
  manhattan: 'miami',
  liberty: 'miami',
  jersey: 'losangeles',
  doorsoff: 'miami',
}

/** The front page's picture, also for every page without one of its own. */
function frontSubject({ brand }: CatalogueVisit): ShareSubject {
  const { texts, pictures } = findShopBrand(brand.id)
  const { headline, eyebrow } = texts.front
  return { title: headline, note: eyebrow, place: pictures.share, mood: 'sunset' }
}

async function findFlight(visit: CatalogueVisit, slug: string, note?: string, ofMood?: 'dawn' | 'night') {
  const product = (await requireProducts(visit)).find((one) => one.slug === slug)
  if (!product) return undefined
  const { name, place, tag_list, duration_label, departure_terminal_name: home } = product
  const mood = getMood(place, tag_list)
  const title = note ? `${note}: ${name}` : name
  return {
    title,
    note: `${duration_label} from ${home}`,
    place,
    owner: product.id,
    photo: findPhoto(product),
    mood: mood === ofMood ? 'sunset' : (ofMood ?? mood),
  }
}

/**
 * The subject of a page's preview picture.
 *
 * @param path without the first slash; `home` is the front page
 */
export async function getShareSubject(visit: CatalogueVisit, path: string): Promise<ShareSubject> {
  const { brand, now } = visit
  const [first = '', second = ''] = path.split('/')
  const found = await findSubject(visit, path, first, second, toLocalDate(now.toISOString(), brand.time_zone))
  return found ?? frontSubject(visit)
}

async function findSubject(
  visit: CatalogueVisit,
  path: string,
  first: string,
  second: string,
  today: string,
) {
  const { brand } = visit
  if (first === 'campaigns' && isWrittenCampaign(second) && !(await findCampaignPage(visit, second)))
    return undefined
  if (Object.hasOwn(sharePages, path)) {
    const [title, note, place, mood] = sharePages[path as keyof typeof sharePages]
    return { title, note, place: findShopBrand(brand.id).coastal ? (COAST[place] ?? place) : place, mood }
  }
  const landing = (prefix: string) => first.startsWith(`${prefix}-`) && first.slice(prefix.length + 1)
  const peek = landing(LANDINGS.peek)
  if (peek) return findFlight(visit, peek, 'Inside', 'dawn')
  const perspective = landing(LANDINGS.perspective)
  if (perspective) return findFlight(visit, perspective, 'A new perspective', 'night')
  if (first === 'product') return findFlight(visit, second)
  if (first === 'blog') {
    const post = await findPost(second, brand, today)
    return post && { ...post, note: 'Notes from the pad', owner: second }
  }
  if (first === 'affiliates') {
    const affiliate = listAffiliates(brand.id).find(({ slug }) => slug === second)
    return (
      affiliate && { ...affiliate, title: `Guests of ${affiliate.name}`, note: affiliate.town, owner: second }
    )
  }
  if (first === 'video-testimonial') {
    const sold = (await requireProducts(visit)).map(({ slug }) => slug)
    const story = listTestimonials(sold).find(({ slug }) => slug === second)
    return story && { ...story, note: `${story.name}, in their words`, owner: second }
  }
  if (second !== '') return undefined
  const saved = await loadSavedTexts(visit)
  const page = await findReadingPage(first, brand.name, undefined, undefined, saved)
  if (page) return { ...page, note: brand.tagline }
  const [text, locations] = await Promise.all([findLocationText(first, brand.name), listLocations(visit)])
  const terminal = locations.find(({ slug }) => slug === first)?.terminal
  return text && terminal && { ...text, note: terminal.name }
}
