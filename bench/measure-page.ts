import { gzipSync } from 'node:zlib'
import { type Browser, type Page, type Request } from 'playwright'

export interface PageWeight {
  route: string
  html: number
  css: number
  /** The scripts of the page up to its hydration. */
  js: number
  /** Scripts that a page loads afterwards: the payment step's own part. */
  lateJs: number
  /** The script of the payment provider or the sandbox, which counts in no budget. */
  provider: number
  fonts: number
  pictures: number
  /** Everything in the first view. */
  total: number
  requests: number
  /** The size in bytes of the picture that is the largest contentful paint; 0 when it is text. */
  largest: number
  /** The modules of React or Remix among the scripts. */
  framework: boolean
}

/**
 * How long to wait for late scripts: the payment step loads its card fields half a second after
 * hydration (spec section 9).
 */
const AFTERWARDS = 1500

const kinds: Record<string, keyof Pick<PageWeight, 'html' | 'css' | 'js' | 'fonts' | 'pictures'>> = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  font: 'fonts',
  image: 'pictures',
}

/**
 * Opens a page on a phone's screen as a first visit and measures what loads, in bytes after gzip
 * (fonts as they are). Nothing is scrolled, so lazy content below the first view does not count.
 */
export async function measurePage(browser: Browser, origin: string, route: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(origin + route, { waitUntil: 'networkidle' })
  if (answer?.status() !== 200) throw new Error(`${route} answered ${String(answer?.status())}`)
  const named = await answer.text()
  if (route.startsWith('/checkout/')) {
    await page.waitForTimeout(AFTERWARDS)
    await page.waitForLoadState('networkidle')
  }
  const largest = await largestPicture(page)
  const weight: PageWeight = {
    route,
    html: 0,
    css: 0,
    js: 0,
    lateJs: 0,
    provider: 0,
    fonts: 0,
    pictures: 0,
    total: 0,
    requests: 0,
    largest: 0,
    framework: false,
  }
  for (const request of requests) {
    const body = await (await request.response())?.body()
    if (!body || request.url().startsWith('data:')) continue
    const kind = kindOf(request, named)
    const bytes = kind === 'fonts' ? body.length : gzipSync(body, { level: 9 }).length
    if (kind) weight[kind] += bytes
    weight.total += bytes
    if (request.url() === largest) weight.largest = bytes
    weight.requests += 1
    if ((kind === 'js' || kind === 'lateJs') && /react|__remix/i.test(body.toString('utf8')))
      weight.framework = true
  }
  await context.close()
  return weight
}

/** Returns the URL of the picture that is the largest contentful paint; '' when it is text. */
const largestPicture = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          resolve(last && 'url' in last ? String(last.url) : '')
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

function kindOf(request: Request, named: string) {
  const kind = kinds[request.resourceType()]
  if (kind !== 'js') return kind
  const { hostname, pathname } = new URL(request.url())
  if (hostname.endsWith('stripe.com') || pathname.startsWith('/sandbox/')) return 'provider'
  return named.includes(pathname) ? kind : 'lateJs'
}
