import { gzipSync } from 'node:zlib'
import { type Browser, type Request } from 'playwright'

export interface PageWeight {
  route: string
  html: number
  css: number
  js: number
  fonts: number
  pictures: number
  /** Everything of the first view. */
  total: number
  requests: number
  /** Modules of React or Remix among the scripts. */
  framework: boolean
}

const kinds: Record<string, keyof Pick<PageWeight, 'html' | 'css' | 'js' | 'fonts' | 'pictures'>> = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  font: 'fonts',
  image: 'pictures',
}

/**
 * Opens a page on a phone's screen as a first visit and weighs what comes, in bytes after gzip (fonts as they are).
 * Nothing is scrolled: what loads lazily below the first view is not counted.
 */
export async function measurePage(browser: Browser, origin: string, route: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  const answer = await page.goto(origin + route, { waitUntil: 'networkidle' })
  if (answer?.status() !== 200) throw new Error(`${route} answered ${String(answer?.status())}`)
  const weight: PageWeight = {
    route,
    html: 0,
    css: 0,
    js: 0,
    fonts: 0,
    pictures: 0,
    total: 0,
    requests: 0,
    framework: false,
  }
  for (const request of requests) {
    const body = await (await request.response())?.body()
    if (!body || request.url().startsWith('data:')) continue
    const kind = kinds[request.resourceType()]
    const bytes = kind === 'fonts' ? body.length : gzipSync(body, { level: 9 }).length
    if (kind) weight[kind] += bytes
    weight.total += bytes
    weight.requests += 1
    if (kind === 'js' && /react|__remix/i.test(body.toString('utf8'))) weight.framework = true
  }
  await context.close()
  return weight
}
