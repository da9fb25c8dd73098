import { chromium, type Page } from 'playwright/test'
import { findTestChromium } from '../../scripts/find-chromium.mjs'
import { expect, test } from '../support/browser.ts'

// A theme must hold with larger letters, fewer colours, reduced motion, on paper and for another
// brand.

const BRANDS = { '1': 'localhost', '2': 'tidewater.localhost' } as const
const PAGES = ['/', '/product/8', '/product', '/faq', '/blog', '/checkout/8', '/account', '/no/such/page']

/** Finds elements that reach beyond the side of the screen, or whose content is cut off. */
const findLost = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth
    const lost = wide > innerWidth ? [`the page is ${String(wide)} px wide`] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
      const style = getComputedStyle(element)
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!text || element.closest('.vh, [hidden], select, svg, [aria-hidden="true"]')) continue
      const cut = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const box = element.getBoundingClientRect()
      const aside = box.width > 0 && (box.right > innerWidth + 1 || box.left < -1)
      const scrolled = element.closest('[tabindex="0"], .tabs, nav')
      if (cut || (aside && !scrolled))
        lost.push(`${element.className || element.tagName}: ${element.textContent.trim().slice(0, 40)}`)
    }
    return lost
  })

test('a phone page with letters of double size loses nothing', async ({ shop }) => {
  const browser = await chromium.launch({
    executablePath: findTestChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  for (const host of Object.values(BRANDS)) {
    for (const path of PAGES) {
      await page.goto(`http://${host}:${String(shop.port)}${path}`)
      const body = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize))
      expect(body, 'letters are twice as large').toBeGreaterThanOrEqual(32)
      expect(await findLost(page), `${host} ${path}`).toEqual([])
    }
  }
  await browser.close()
})

test('the brands share no typeface, no brand colour and no text of the front page', async ({
  page,
  shop,
}) => {
  const seen = []
  for (const host of Object.values(BRANDS)) {
    await page.goto(`http://${host}:${String(shop.port)}/`)
    seen.push(
      await page.evaluate(async () => {
        await document.fonts.ready
        const of = (selector: string) => {
          const element = document.querySelector(selector)
          if (!element) throw new Error(`There is no ${selector}`)
          return getComputedStyle(element)
        }
        const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
        return {
          faces: [of('h1').fontFamily, of('body').fontFamily, ...loaded.map(({ family }) => family)],
          colours: [
            of('body').backgroundColor,
            of('body').color,
            of('.btn').backgroundColor,
            of('.hero').backgroundColor,
          ],
          words: [...document.querySelectorAll('h1, .hero p, title')].map(({ textContent }) => textContent),
        }
      }),
    )
  }
  const [one, other] = seen
  for (const kind of ['faces', 'colours', 'words'] as const)
    expect(
      one?.[kind].filter((value) => other?.[kind].includes(value)),
      kind,
    ).toEqual([])
  expect(one?.faces.join()).toContain('Fraunces')
  expect(other?.faces.join()).toContain('Outfit')
})

test('with forced colours every control keeps an edge and what is chosen shows', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${shop.origin}/checkout/8`)
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main .btn, main .pick, main .input, main .qty, main select')]
      .filter((element) => element.offsetWidth > 0)
      .filter((element) => {
        const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
        return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1
      })
      .map((element) => element.className || element.tagName),
  )
  expect(bare).toEqual([])
  const radio = page.locator('main input[type=radio]').first()
  await expect(radio).toBeVisible()
  const box = await radio.evaluate((element) => getComputedStyle(element).appearance)
  expect(box, 'the system draws its own').not.toBe('none')
})

test('reduced motion stops all movement, and other movement shifts no layout', async ({ page, shop }) => {
  const running = () =>
    page.evaluate(() => {
      const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
      const timed = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) =>
        getComputedStyle(element)
          .transitionDuration.split(', ')
          .some((time) => parseFloat(time) > 0),
      )
      return { moving: moving.length, timed: timed.length }
    })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(shop.origin)
  expect(await running()).toEqual({ moving: 0, timed: 0 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(shop.origin)
  const moved = await page.evaluate(() => [
    ...new Set(
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap((frame) => Object.keys(frame))
        .filter((name) => !['offset', 'easing', 'composite', 'computedOffset'].includes(name)),
    ),
  ])
  expect(
    moved.filter((name) => !['transform', 'translate', 'opacity', 'strokeDashoffset'].includes(name)),
  ).toEqual([])
  expect((await running()).timed).toBeGreaterThan(0)
})

test('a printed page has no menu, no button and no dark background', async ({ page, shop }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of ['/', '/product/8', '/faq', '/terms-conditions']) {
    await page.goto(shop.origin + path)
    const printed = await page.evaluate(() => ({
      ground: getComputedStyle(document.body).backgroundColor,
      dim: [...document.querySelectorAll<HTMLElement>('main h1, main h2, main p, main dt, main dd, main li')]
        .filter((element) => element.offsetWidth > 1 && element.innerText.trim())
        .map((element) => ({
          text: element.innerText.slice(0, 30),
          light: Math.min(...(getComputedStyle(element).color.match(/\d+/g) ?? []).slice(0, 3).map(Number)),
        }))
        .filter(({ light }) => light > 140)
        .map(({ text }) => text),
    }))
    expect(printed, path).toEqual({ ground: 'rgb(255, 255, 255)', dim: [] })
    await expect(page.locator('main .btn:visible, header.site:visible, .foot:visible')).toHaveCount(0)
  }
})

test('the production build does not contain the style guide', async ({ request, shop }) => {
  expect((await request.get(`${shop.origin}/style-guide`)).status()).toBe(404)
})
