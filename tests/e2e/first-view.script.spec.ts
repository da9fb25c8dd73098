import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'

// Content pages have the styles that they need in their head, and load their large picture first.

const PAGES = ['/', '/product/8', '/search', '/faq', '/contact']
const HOSTS = ['localhost', 'tidewater.localhost']

/** The addresses below a folder that a page requests from now on. */
function countRequests(page: Page, folder: string): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(folder)) paths.push(pathname)
  })
  return paths
}

/** What most rules set, without sizes: a clock that ticks changes them. */
const SHOWN = [
  ...['display', 'position', 'color', 'background', 'border', 'border-radius', 'box-shadow', 'opacity'],
  ...['font', 'letter-spacing', 'text-transform', 'text-decoration', 'list-style', 'content', 'overflow'],
  ...['margin', 'padding', 'gap', 'align-items', 'justify-content', 'object-fit', 'transform', 'z-index'],
]

/** The style of every element and of what style sheets add to it. */
const readStyles = (page: Page) =>
  page.evaluate(
    (names) =>
      [...document.querySelectorAll('body *')].flatMap((element) =>
        [null, '::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part)
          const values = names.map((name) => `${name}: ${style.getPropertyValue(name)}`)
          return `${element.tagName}.${element.getAttribute('class') ?? ''}${part ?? ''} ${values.join('; ')}`
        }),
      ),
    SHOWN,
  )

for (const host of HOSTS) {
  test(`${host}: a content page looks the same before its style sheets arrive`, async ({ page, shop }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of PAGES) {
      const address = `http://${host}:${String(shop.port)}${path}`
      await page.goto(address, { waitUntil: 'networkidle' })
      expect(await page.locator('link[rel=stylesheet]').count(), path).toBeGreaterThan(0)
      const whole = await readStyles(page)
      await page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
      await page.goto(address, { waitUntil: 'networkidle' })
      const alone = await readStyles(page)
      await page.unroute('**/*.css')
      expect(
        alone.filter((style, at) => style !== whole[at]),
        path,
      ).toEqual([])
    }
  })
}

for (const [width, colorScheme] of [
  [390, 'light'],
  [1280, 'dark'],
] as const) {
  test(`${colorScheme}, ${String(width)} px: a page preloads the picture that it shows`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/product/8']) {
      await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
      const { fonts, loaded, shown } = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')]
        return {
          fonts: document.querySelectorAll('link[rel=preload][as=font]').length,
          loaded: links.filter(({ media }) => matchMedia(media).matches).map(({ href }) => href),
          shown: document.querySelector<HTMLImageElement>('img[fetchpriority=high]')?.currentSrc,
        }
      })
      expect(loaded, path).toEqual([shown])
      expect(fonts, `${path}: fonts come after the picture and the text`).toBe(0)
    }
  })
}

test('a page loads the small part of each font, and more of it for a name that needs more', async ({
  page,
  shop,
}) => {
  const files = countRequests(page, '/assets/')
  const fonts = () =>
    files.filter((file) => file.endsWith('.woff2')).map((file) => file.replace(/^.*\/|-[^-]*$/g, ''))
  await page.goto(shop.origin, { waitUntil: 'networkidle' })
  expect(new Set(fonts())).toEqual(new Set(['fraunces-core', 'manrope-core']))
  await page.locator('h1').evaluate((title) => (title.textContent = 'Zoë Łukasik'))
  await expect.poll(fonts).toContain('fraunces-extended')
  expect(fonts()).toContain('fraunces-latin')
})
