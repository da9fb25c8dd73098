import { type MetaDescriptor } from '@remix-run/react'
import { type Product } from '#contract/catalogue.ts'
import { getShareImageHref } from './page-meta.ts'
import { type ShellData } from '../visit/shell-data.ts'

type Matches = readonly { id: string; data: unknown }[]

const shellOf = (matches: Matches) => matches.find(({ id }) => id === 'root')?.data as ShellData | undefined

const jsonLd = (type: string, data: object): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', '@type': type, ...data },
})

const AVAILABILITY: Record<Product['availability'], string> = {
  available: 'InStock',
  sold_out: 'SoldOut',
  coming_soon: 'PreOrder',
  paused: 'OutOfStock',
}

/** A flight as a product for search engines, with the all-in price that the page shows. */
export function productData(matches: Matches, product: Product): MetaDescriptor[] {
  const shell = shellOf(matches)
  if (!shell) return []
  const { id, name, slug, description, from_price_total: price } = product
  const availability =
    product.availability === 'available' && product.on_sale === false ? 'sold_out' : product.availability
  return [
    jsonLd('Product', {
      ...{ name, description },
      sku: String(id),
      image: [getShareImageHref(shell.origin, `/product/${slug}`)],
      brand: { '@type': 'Brand', name: shell.brand.name },
      offers: {
        '@type': 'Offer',
        url: `${shell.origin}/product/${slug}`,
        price: price.toFixed(2),
        priceCurrency: 'USD',
        availability: `https://schema.org/${AVAILABILITY[availability]}`,
        seller: { '@type': 'Organization', name: shell.brand.name },
      },
    }),
  ]
}

interface Article {
  title: string
  summary: string
  date: string
  path: string
}

/** A story, with the brand as its author. */
export function articleData(matches: Matches, { title, summary, date, path }: Article): MetaDescriptor[] {
  const shell = shellOf(matches)
  if (!shell) return []
  const house = { '@type': 'Organization', name: shell.brand.name, url: `${shell.origin}/` }
  return [
    jsonLd('Article', {
      headline: title,
      description: summary,
      datePublished: date,
      image: [getShareImageHref(shell.origin, path)],
      author: house,
      publisher: house,
      mainEntityOfPage: `${shell.origin}${path}`,
    }),
  ]
}

/** The breadcrumbs from the front page to a page: names and paths, the page itself last. */
export function breadcrumbData(
  matches: Matches,
  trail: readonly [name: string, path: string][],
): MetaDescriptor[] {
  const shell = shellOf(matches)
  if (!shell) return []
  return [
    jsonLd('BreadcrumbList', {
      itemListElement: [[shell.brand.name, '/'] as const, ...trail].map(([name, path], at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item: `${shell.origin}${path}`,
      })),
    }),
  ]
}
