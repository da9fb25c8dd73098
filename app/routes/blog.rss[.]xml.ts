import { type LoaderFunctionArgs } from '@remix-run/node'
import { toLocalDate } from '../format/local-time.ts'
import { escapeXml } from '../content/escape-xml.server.ts'
import { getCanonicalOrigin, requireBrand } from '../visit/brand.server.ts'
import { findPost, listPosts } from '../texts/articles.server.ts'
import { getShopContext } from '../visit/shop-context.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'

/** The stories as a feed: RSS 2.0, with full texts, the newest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const brand = await requireBrand(request, context)
  const origin = getCanonicalOrigin(brand, getShopContext(context).settings)
  const today = toLocalDate(new Date().toISOString(), brand.time_zone)
  const posts = await Promise.all(listPosts(today, brand.id).map(({ slug }) => findPost(slug, brand, today)))
  const items = posts.flatMap((post) => {
    if (!post) return []
    const address = `${origin}/blog/${post.slug}`
    // Links in a story are relative, and feed readers need absolute ones.
    const html = post.html.replace(/(href|src|srcset)="\//g, `$1="${origin}/`)
    return [
      `<item><title>${escapeXml(
        post.title,
      )}</title><link>${address}</link><guid isPermaLink="true">${address}</guid>`,
      `<pubDate>${new Date(`${post.date}T12:00:00Z`).toUTCString()}</pubDate>`,
      `<description>${escapeXml(
        post.summary,
      )}</description><content:encoded>${escapeXml(html)}</content:encoded></item>`,
    ]
  })
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" ' +
      'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>',
    `<title>${escapeXml(`Notes from the pad · ${brand.name}`)}</title><link>${origin}/blog</link>`,
    `<atom:link href="${origin}/blog/rss.xml" rel="self" type="application/rss+xml"/>`,
    '<description>Short stories about weather, light, weights and water, by the people who fly ' +
      'you.</description><language>en-us</language>',
    ...items,
    '</channel></rss>',
    '',
  ].join('\n')
  return new Response(body, {
    headers: { ...SHARED_HEADERS, 'Content-Type': 'application/rss+xml; charset=utf-8' },
  })
}
