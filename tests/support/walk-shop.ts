import { type CrawledPage, readPage } from './crawled-page.ts'
import { type Browser } from './shop-pages.ts'

/** The result of a crawl. */
export interface Walk {
  browser: Browser
  pages: Map<string, CrawledPage>
  /** Answers that are no pages: `path status`. */
  broken: string[]
  sitemap: string[]
}

/** Private pages are requested once and not crawled. */
export const isPrivate = (path: string) => /^\/(account|checkout|order|resume|waitlist)/.test(path)

/** Crawls a brand's pages from its front page and its sitemap. */
export async function walkShop(browser: Browser, origin: string): Promise<Walk> {
  const pages = new Map<string, CrawledPage>()
  const broken: string[] = []
  const sitemap = [...(await browser.get('/sitemap.xml')).html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => address,
  )
  const seen = new Set<string>()
  const queue = ['/', ...sitemap.map((address) => new URL(address).pathname)]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await browser.get(path)
    const html = /html/.test(answer.headers.get('Content-Type') ?? '')
    // Without a login a private page redirects to it.
    if (answer.status !== 200 && !(isPrivate(path) && answer.status === 303))
      broken.push(`${path} ${String(answer.status)}`)
    if (answer.status !== 200 || !html) continue
    const page = readPage(path, answer.html)
    pages.set(path, page)
    if (isPrivate(path)) continue
    for (const link of page.links) {
      const url = new URL(link, origin + path)
      if (url.origin === origin && !url.pathname.startsWith('/sandbox/')) queue.push(url.pathname)
    }
  }
  return { browser, pages, broken, sitemap }
}
