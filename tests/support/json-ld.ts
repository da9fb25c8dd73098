import { z } from 'zod'

const CONTEXT = z.literal('https://schema.org')
const Price = z.string().regex(/^\d+\.\d{2}$/)

/**
 * The members that schema.org and search engines require of each type; nothing else may stand in
 * it.
 */
const kindsOn = (origin: string) => {
  const Address = z.url().refine((url) => url.startsWith(origin), 'is not an address of this brand')
  const Offer = z.strictObject({
    '@type': z.literal('Offer'),
    url: Address,
    price: Price,
    priceCurrency: z.literal('USD'),
    availability: z.enum(
      ['InStock', 'SoldOut', 'PreOrder', 'OutOfStock'].map((word) => `https://schema.org/${word}`),
    ),
    seller: z.strictObject({ '@type': z.literal('Organization'), name: z.string().min(1) }),
  })
  const Answer = z.strictObject({ '@type': z.literal('Answer'), text: z.string().min(1) })
  const Organization = z.strictObject({
    '@type': z.literal('Organization'),
    name: z.string().min(1),
    url: Address,
  })
  return z.discriminatedUnion('@type', [
    z.strictObject({
      '@context': CONTEXT,
      '@type': z.literal('Product'),
      name: z.string().min(1),
      description: z.string().min(1),
      sku: z.string().min(1),
      image: z.array(Address).min(1),
      brand: z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1) }),
      offers: Offer,
    }),
    z.strictObject({
      '@context': CONTEXT,
      '@type': z.literal('Article'),
      headline: z.string().min(1).max(110),
      description: z.string().min(1),
      datePublished: z.iso.date(),
      image: z.array(Address).min(1),
      author: Organization,
      publisher: Organization,
      mainEntityOfPage: Address,
    }),
    z.strictObject({
      '@context': CONTEXT,
      '@type': z.literal('FAQPage'),
      mainEntity: z
        .array(
          z.strictObject({ '@type': z.literal('Question'), name: z.string().min(1), acceptedAnswer: Answer }),
        )
        .min(1),
    }),
    z.strictObject({
      '@context': CONTEXT,
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z
        .array(
          z.strictObject({
            '@type': z.literal('ListItem'),
            position: z.int(),
            name: z.string().min(1),
            item: Address,
          }),
        )
        .min(2)
        .refine((items) => items.every(({ position }, at) => position === at + 1), 'is not counted from one'),
    }),
  ])
}

/** Reads one block of JSON-LD: its errors, its type, and the price it names. */
export function readJsonLd(
  text: string,
  origin: string,
): { problems: string[]; type: string; price?: string } {
  const read = kindsOn(origin).safeParse(JSON.parse(text))
  if (!read.success)
    return {
      problems: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      type: 'unreadable',
    }
  const { data } = read
  return { problems: [], type: data['@type'], ...('offers' in data ? { price: data.offers.price } : {}) }
}
