/**
 * What a crawl of the shop checks in a page's HTML. React writes every attribute in double quotes.
 */
export interface CrawledPage {
  path: string
  html: string
  title: string
  description: string | undefined
  canonical: string | undefined
  shareImage: string | undefined
  /** The `href`s as the page has them. */
  links: string[]
  ids: Set<string>
  jsonLd: string[]
}

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const all = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => decode(found))
const first = (html: string, pattern: RegExp) => all(html, pattern)[0]

/** Returns the content of `<meta name="…">` or `<meta property="…">`. */
export const readMetaContent = (html: string, name: string): string | undefined =>
  first(html, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))

export function readPage(path: string, html: string): CrawledPage {
  return {
    ...{ path, html },
    title: first(html, /<title>([^<]*)<\/title>/g) ?? '',
    description: readMetaContent(html, 'description'),
    canonical: first(html, /<link rel="canonical" href="([^"]*)"/g),
    shareImage: readMetaContent(html, 'og:image'),
    links: all(html, /<a [^>]*?href="([^"]*)"/g),
    ids: new Set(all(html, /\sid="([^"]*)"/g)),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => text,
    ),
  }
}
