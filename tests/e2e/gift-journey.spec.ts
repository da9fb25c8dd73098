import { openDatabase } from '#api/db/client.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'
import { expect, test as base } from '../support/audited-browser.ts'
import { CARD, findFlight, readOrderId, payOnHostedPage, payPath, pressBook } from '../support/buyer.ts'
import { logIn, mailedLink, press, register, createPerson } from '../support/account-holder.ts'
import { giveGiftCard, giveVoucher, openAccount } from '../support/give-tenders.ts'

/**
 * The test gives away a card of its own, because other tests give away the demo customer's cards.
 */
const giver = { email: '', password: 'fly-demo' }

const test = base.extend({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [
    async ({}, use) =>
      use(async (dataDir: string) => {
        const database = await openDatabase({ databaseUrl: undefined, dataDir })
        const settings = readSettings({ DATA_DIR: dataDir }, ensureSecrets)
        const deps = { database, settings, clock: systemClock }
        const { userId, email } = await openAccount(deps)
        await database.query(
          'update users set password_hash = (select password_hash from users where email = ' +
            "'customer@example.com') where id = $1",
          [userId],
        )
        await giveGiftCard(deps, userId)
        for (let voucher = 0; voucher < 6; voucher += 1) await giveVoucher(deps, userId)
        giver.email = email
        await database.close()
      }),
    { scope: 'worker' },
  ],
})

test('a gift is sent, opened and booked by its confirmed recipient, and its giver sees it', async ({
  page,
  shop,
  javaScriptEnabled,
}) => {
  const friend = createPerson('given')
  await page.goto('/account?next=/account/gift-cards')
  await logIn(page, giver)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gift cards')
  // The test walks to the end of the list: six vouchers, three at a time.
  await page.getByRole('button', { name: 'Show More - 3 / 6' }).click()
  await expect(page.getByRole('button', { name: /^Show More - \d+ \/ 6$/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: /^Select Voucher/ })).toHaveCount(6)

  // Nothing is sent before a card is selected.
  if (javaScriptEnabled) await expect(page.getByRole('button', { name: 'Send As Gift' })).toBeDisabled()
  else {
    await press(page, 'Send As Gift')
    await expect(page.getByText('Select at least one')).toBeVisible()
    await page.goBack()
  }
  const card = page.getByRole('listitem').filter({ hasText: 'The New Yorker' }).getByRole('checkbox')
  // This check fails quickly; a tick would wait for its box until the test times out.
  await expect(card).toHaveCount(1)
  await card.check()
  await press(page, 'Send As Gift')
  if (javaScriptEnabled) await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('Message').fill('Look <left>')
  await press(page, 'Send')
  await expect(page.getByLabel('Recipient Email')).toHaveAccessibleDescription(/This field is required/)
  await expect(page.getByLabel('Message')).toHaveValue('Look <left>')
  await page.getByLabel('Recipient Email').fill('wrong@example.com')
  await page.getByLabel('Send on').fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10))
  await press(page, 'Send')
  await expect(page.getByRole('status')).toContainText('leaves on its day')

  // Before its sending date everything can be changed; without a date the gift leaves now, and
  // then only the address can change.
  await page.getByRole('link', { name: /^Goes to wrong@example.com/ }).click()
  await page.getByLabel('Send on').fill('')
  await press(page, 'Save')
  await expect(page.getByText('not opened yet')).toBeVisible()
  const dead = new URL(await mailedLink(shop, 'wrong@example.com', '/gifts/')).pathname
  await page.getByLabel('Recipient Email').fill(friend.email)
  await press(page, 'Send to this address')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`For ${friend.email}`)
  const status = page.url()
  expect((await page.request.get(dead)).status()).toBe(404)

  const link = new URL(await mailedLink(shop, friend.email, '/gifts/')).pathname
  const other = await page.context().browser()?.newContext({ baseURL: shop.origin, javaScriptEnabled })
  if (!other) throw new Error('no browser')
  // A mail scanner opens the link before its reader does.
  await other.request.get(link)
  await other.request.head(link)
  await page.goto(status)
  await expect(page.getByText('not opened yet')).toBeVisible()
  const theirs = await other.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText('Look <left>')).toBeVisible()
  await expect(theirs.locator('code')).toHaveCount(0)
  await press(theirs, 'Open my gift')
  await expect(theirs.locator('code')).toHaveText(/^(\w{4}-){3}\w{4}$/)
  expect(theirs.url()).not.toContain((await theirs.locator('code').textContent()) ?? '?')
  await page.reload()
  await expect(page.getByText('It is theirs now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take it back' })).toHaveCount(0)

  await theirs.getByRole('link', { name: 'register' }).click()
  await register(theirs, friend)
  await expect(theirs.getByText('Nothing here yet.')).toBeVisible()
  await theirs.goto(
    new URL(await mailedLink(shop, friend.email, '/account/prove-email')).href.replace(
      /^https?:\/\/[^/]+/,
      '',
    ),
  )
  await theirs.getByRole('button', { name: /Confirm/ }).click()
  await theirs.goto(link)
  await press(theirs, 'Redeem')
  await expect(theirs).toHaveURL(/\/checkout\/[\w-]+\?redeem=1/)
  await theirs.goto(`${payPath(await findFlight(shop, 6, 'next', 'never'), 1)}&redeem=1`)
  await expect(theirs.getByRole('checkbox', { name: /The New Yorker|seat/i }).first()).toBeChecked()
  await theirs.getByLabel('Full name').fill(`${friend.first} ${friend.last}`)
  await theirs
    .getByLabel(/^Weight/)
    .first()
    .fill('150')
  await theirs.getByRole('checkbox', { name: 'I accept the Terms & Conditions' }).check()
  await pressBook(theirs)
  // The gift pays for the seat; the recipient pays the fees of the day.
  await payOnHostedPage(theirs, CARD)
  await readOrderId(theirs)

  await page.reload()
  await expect(page.getByText('A flight is booked with it.')).toBeVisible()
  await theirs.goto(link)
  await press(theirs, 'Keep it to myself')
  await expect(theirs.getByRole('button', { name: 'Let them see it' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('keeps to themselves')).toBeVisible()
  await expect(page.getByText('booked')).toHaveCount(0)
  await other.close()
})
