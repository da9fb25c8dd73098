import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import prepareShop from '../tests/support/prepare-shop.ts'
import { enterStaffArea } from '../tests/support/staff-journey.ts'
import { startShop } from '../tests/support/start-shop.ts'
import { findChromium } from './find-chromium.mjs'
import { root } from './root.mjs'

// `npm run tour`: the six pictures of the README, taken in a built demo shop that has its season.
// They are committed. Best begun between ten and four in New York, when the day’s board is full.

interface Picture {
  name: string
  who: 'visitor' | 'customer' | 'staff'
  screen: keyof typeof SCREENS
  open(page: Page): Promise<unknown>
}

const SCREENS = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
} as const

const PICTURES: Picture[] = [
  { name: 'home', who: 'visitor', screen: 'desk', open: (page) => page.goto('/') },
  { name: 'checkout', who: 'visitor', screen: 'phone', open: openCheckout },
  { name: 'ticket', who: 'customer', screen: 'phone', open: openTicket },
  { name: 'board', who: 'staff', screen: 'desk', open: (page) => page.goto('/staff/board') },
  { name: 'manifest', who: 'staff', screen: 'desk', open: openManifest },
  { name: 'reports', who: 'staff', screen: 'desk', open: (page) => page.goto('/staff/reports') },
]

const folder = join(root, 'docs/tour')

await prepareShop()
mkdirSync(folder, { recursive: true })
const shop = await startShop({ environment: { DEMO: 'season', LOG_LEVEL: 'info' } })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  console.log('The demo shop is being filled; this takes a minute or two.')
  while (!shop.output().includes('the demo shop has its season')) await pause(500)
  const contexts = {
    visitor: await openContext(browser),
    customer: await openContext(browser),
    staff: await openContext(browser),
  }
  await logIn(contexts.customer, 'customer@example.com')
  await enterStaffArea(await contexts.staff.newPage(), 'admin@example.com')
  for (const picture of PICTURES) await take(contexts[picture.who], picture)
} finally {
  await browser.close()
  await shop.stop()
}

function openContext(on: Browser): Promise<BrowserContext> {
  return on.newContext({
    baseURL: shop.origin,
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
}

async function logIn(context: BrowserContext, email: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('/account')
  const form = page.locator('form', { has: page.locator('input[autocomplete="current-password"]') }).first()
  await form.locator('input[type="email"]').fill(email)
  await form.locator('input[type="password"]').fill('fly-demo')
  await form.locator('input[type="password"]').press('Enter')
  await page.getByText('Log out', { exact: true }).first().waitFor()
  await page.close()
}

async function take(context: BrowserContext, { name, screen, open }: Picture): Promise<void> {
  const page = await context.newPage()
  await page.setViewportSize(SCREENS[screen])
  await open(page)
  await page.waitForLoadState('networkidle')
  const shown = await page.screenshot()
  const { width } = SCREENS[screen]
  const { size } = await sharp(shown)
    .resize({ width: screen === 'desk' ? width : width * 2 })
    .webp({ quality: 74, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  console.log(`${name}.webp ${String(Math.round(size / 1000))} kB`)
  await page.close()
}

/** The first step with a day and a time chosen. */
async function openCheckout(page: Page): Promise<void> {
  await page.goto('/checkout/8')
  await page.locator('input[name="departure"]:not([disabled])').first().check({ force: true })
}

async function openTicket(page: Page): Promise<void> {
  await page.goto('/account/flights')
  await page.locator('main a[href^="/account/flights/"]').first().click()
  await page.waitForURL(/\/account\/flights\/\d+/)
}

/** The manifest of the day’s fullest flight that has still to leave. */
async function openManifest(page: Page): Promise<void> {
  await page.goto('/staff/flights')
  const seats = (text: string) => Number(/(\d+) of \d+/.exec(text)?.[1] ?? 0)
  const links = page.locator('main a[href^="/staff/flights/"]')
  const rows = await links.evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      text: link.closest('li, tr, article')?.textContent ?? '',
    })),
  )
  const fullest = rows.toSorted((a, b) => seats(b.text) - seats(a.text))[0]
  await page.goto(fullest?.href ?? '/staff/flights')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
