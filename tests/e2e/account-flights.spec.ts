import { readFile } from 'node:fs/promises'
import { type Locator, type Page } from 'playwright/test'
import { logIn, mailedLink, sessionToken } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'

const DEMO = { email: 'customer@example.com', password: 'fly-demo' }

/** Downloads what a link offers. */
async function download(page: Page, link: Locator): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return readFile(await file.path())
}

test('a mail opens its order without a login, and the account shows flights and photos', async ({
  page,
  shop,
  request,
}) => {
  const mailed = await mailedLink(shop, DEMO.email, '/orders/')
  await page.goto(mailed)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The New Yorker')
  await expect(page.getByText('Not done')).toHaveCount(2)
  const calendar = await download(page, page.getByRole('link', { name: 'Add to calendar' }))
  expect(calendar.toString()).toContain('TZID=America/New_York')
  // The link is read-only: it offers nothing to pay, cancel or change, and logs nobody in.
  await expect(page.getByRole('main').getByRole('button', { name: /^(?!Print$)/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cancel this order' })).toHaveCount(0)
  expect(await sessionToken(page)).toBeUndefined()
  await page.getByRole('link', { name: 'open it in your account' }).click()
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()

  await page.goto('/account')
  await logIn(page, DEMO)
  await page.goto('/account/flights')
  const coming = page.getByRole('region', { name: 'Coming up' })
  await coming.getByRole('link', { name: 'The New Yorker' }).click()
  await expect(page.getByText('scheduled', { exact: true })).toBeVisible()
  const way = page.getByRole('region', { name: 'How to get there' })
  await expect(
    way.getByRole('img', { name: /^Map: The New Yorker leaves from Kearny Heliport/ }),
  ).toBeVisible()
  await expect(way.getByText('PATH to Journal Square')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Light and weather' })).toContainText('Last light')
  const entry = await download(page, page.getByRole('link', { name: 'Add to calendar' }))
  expect(entry.toString()).toContain('BEGIN:VEVENT')

  await page.goto('/account/flights')
  await page.getByRole('region', { name: 'Flown' }).getByRole('link', { name: 'The New Yorker' }).click()
  await expect(page.getByText('landed', { exact: true })).toBeVisible()
  const photos = page.getByRole('region', { name: 'Your photos' })
  await expect(photos.getByRole('img')).toHaveCount(3)
  const width = () =>
    photos
      .getByRole('img')
      .first()
      .evaluate((img) => (img as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBe(480)
  const link = photos.getByRole('link', { name: 'Download photo 1' })
  const photo = await download(page, link)
  expect([...photo.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const href = (await link.getAttribute('href')) ?? ''
  expect((await request.get(`${shop.origin}${href}`)).status()).toBe(404)
})
