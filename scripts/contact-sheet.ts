import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import sharp from 'sharp'
import { copyDemoData, default as prepareShop } from '../tests/support/prepare-shop.ts'
import { type RunningShop, startShop } from '../tests/support/start-shop.ts'
import { findChromium } from './find-chromium.mjs'
import { root } from './root.mjs'

// `npm run contact-sheet`: screenshots of twelve pages of the built shop, for both brands, light
// and dark, on a phone and on a desktop, as eight contact sheets. They are committed, so that a
// change of appearance is visible next to the change of code.

const PAGES = [
  '/',
  '/product',
  '/product/8',
  '/checkout/8',
  '/account',
  '/account/orders',
  '/blog',
  '/blog/reading-the-water',
  '/faq',
  '/gift',
  '/skyclub',
  '/no/such/page',
]
const BRANDS = [
  { name: 'loft-and-rotor', host: 'localhost' },
  { name: 'tidewater-heli', host: 'tidewater.localhost' },
]
/** The part of a page in the screenshot, and its width on the sheet. */
const SCREENS = [
  { width: 360, height: 1280, shown: 270 },
  { width: 1280, height: 1500, shown: 440 },
]
const COLUMNS = 6
const GAP = 14
const SIGNED_IN = /^\/account\//
const folder = join(root, 'docs/contact-sheet')

await prepareShop()
mkdirSync(folder, { recursive: true })
const shop = await startShop({ dataDir: copyDemoData(), environment: { LOG_LEVEL: 'warn' } })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const brand of BRANDS)
    for (const screen of SCREENS)
      for (const scheme of ['light', 'dark'] as const)
        await makeSheet(browser, shop, { brand, screen, scheme })
} finally {
  await browser.close()
  await shop.stop()
}

interface Sheet {
  brand: (typeof BRANDS)[number]
  screen: (typeof SCREENS)[number]
  scheme: 'light' | 'dark'
}

async function makeSheet(on: Browser, { port }: RunningShop, { brand, screen, scheme }: Sheet) {
  const { width, height, shown } = screen
  const origin = `http://${brand.host}:${String(port)}`
  const open = () =>
    on.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    })
  const [visitor, customer] = [await open(), await open()]
  const login = await customer.newPage()
  await login.goto(`${origin}/account`)
  const form = login.locator('form', { has: login.locator('input[autocomplete="current-password"]') }).first()
  await form.locator('input[type="email"]').fill('customer@example.com')
  await form.locator('input[type="password"]').fill('fly-demo')
  await form.locator('input[type="password"]').press('Enter')
  await login.waitForLoadState('networkidle')
  const tile = { width: shown, height: Math.round((height / width) * shown) }
  const tiles = []
  for (const [index, path] of PAGES.entries()) {
    const page = await (SIGNED_IN.test(path) ? customer : visitor).newPage()
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const picture = await page.screenshot()
    tiles.push({
      input: await sharp(picture).resize(tile).png().toBuffer(),
      left: GAP + (index % COLUMNS) * (tile.width + GAP),
      top: GAP + Math.floor(index / COLUMNS) * (tile.height + GAP),
    })
    await page.close()
  }
  await Promise.all([visitor.close(), customer.close()])
  const name = `${brand.name}-${String(width)}-${scheme}.avif`
  const rows = Math.ceil(PAGES.length / COLUMNS)
  const size = { width: GAP + COLUMNS * (tile.width + GAP), height: GAP + rows * (tile.height + GAP) }
  await sharp({ create: { ...size, channels: 3, background: '#8a8d94' } })
    .composite(tiles)
    .avif({ quality: 46, effort: 4 })
    .toFile(join(folder, name))
  console.log(name)
}
