import { marked } from 'marked'
import { z } from 'zod'
import { BrandIds, fillBrandName, PictureFrontMatter, readContentFiles } from './parse-content.server.ts'

const TestimonialMatter = PictureFrontMatter.extend({
  name: z.string().min(1),
  from: z.string().min(1),
  date: z.iso.date(),
  /** Slug of the flight they were on; brands that do not sell it do not show the testimonial. */
  flight: z.string().min(1),
  quote: z.string().min(1),
})
const AffiliateMatter = PictureFrontMatter.omit({ title: true }).extend({
  name: z.string().min(1),
  kind: z.string().min(1),
  town: z.string().min(1),
  /** Ids of the brands whose guests they send. */
  brands: BrandIds,
  /** Slug of the flight their guests ask for. */
  flight: z.string().min(1),
})

export type Testimonial = z.infer<typeof TestimonialMatter> & { slug: string }
export type Affiliate = z.infer<typeof AffiliateMatter> & { slug: string }

const testimonials = readContentFiles(
  TestimonialMatter,
  import.meta.glob<string>('/content/testimonials/*.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const affiliates = readContentFiles(
  AffiliateMatter,
  import.meta.glob<string>('/content/affiliates/*.md', {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
const locations = readContentFiles(
  PictureFrontMatter,
  import.meta.glob<string>('/content/locations/*.md', { eager: true, query: '?raw', import: 'default' }),
)

/**
 * The testimonials, the latest flight first.
 *
 * @param sold slugs of the flights the brand sells
 */
export function listTestimonials(sold: readonly string[]): Testimonial[] {
  return [...testimonials]
    .map(([slug, { matter }]) => ({ slug, ...matter }))
    .filter(({ flight }) => sold.includes(flight))
    .sort((a, b) => b.date.localeCompare(a.date))
}

/** One testimonial with its text and the brand's name. */
export async function getTranscript(slug: string, brandName: string): Promise<string> {
  return marked.parse(fillBrandName(testimonials.get(slug)?.text ?? '', brandName))
}

/** The affiliates of a brand, by name. */
export function listAffiliates(brandId: number): Affiliate[] {
  return [...affiliates]
    .map(([slug, { matter }]) => ({ slug, ...matter }))
    .filter(({ brands }) => brands.includes(brandId))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** The text about an affiliate. */
export async function getAffiliateText(slug: string, brandName: string): Promise<string> {
  return marked.parse(fillBrandName(affiliates.get(slug)?.text ?? '', brandName))
}

/** The text about a place to leave from; undefined for a terminal without one. */
export async function findLocationText(
  slug: string,
  brandName: string,
): Promise<(z.infer<typeof PictureFrontMatter> & { html: string }) | undefined> {
  const found = locations.get(slug)
  return found && { ...found.matter, html: await marked.parse(fillBrandName(found.text, brandName)) }
}
