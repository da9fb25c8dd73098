import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteFirstAdmin } from '../accounts/staff/invite-first-admin.ts'
import { registerMails } from './register-mails.ts'
import { setUpShop } from './set-up-shop.ts'
import { shopBrands } from '#brands/index.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

let shop: PayingShop
let pages: ShopPages
beforeAll(async () => {
  shop = await openPayingShop(await createTestDatabase())
  pages = await openShopPages(shop)
})
afterAll(() => shop.close())

const now = () => shop.clock.now()
const rolesOf = async (email: string) =>
  shop.count('select count(*) from user_roles r join users u on u.id = r.user_id where u.email = $1', email)

test('an empty database becomes a shop with its brands, and a second time adds nothing', async () => {
  expect(await setUpShop(shop.deps.database.db)).toEqual(shopBrands.map(({ facts }) => facts.name))
  expect(await setUpShop(shop.deps.database.db)).toEqual([])
  expect(await shop.count('select count(*) from roles')).toBe(4)
  const { rows } = await shop.deps.database.query(
    `insert into brands (name, slug, time_zone, mail_from)
      values ('B', 'b', 'UTC', 'b@example.com') returning id`,
  )
  expect(Number(rows[0]?.['id'])).toBe(Math.max(...shopBrands.map(({ id }) => id)) + 1)
})

test('the first admin is invited by mail, again after a mistake, and never beside another', async () => {
  registerMails()
  const first = await inviteFirstAdmin(shop.deps, 'Wrong@Example.com', now())
  const second = await inviteFirstAdmin(shop.deps, 'owner@example.com', now())
  if (!first.ok || !second.ok) throw new Error('nobody was invited')
  expect([await rolesOf('wrong@example.com'), await rolesOf('owner@example.com')]).toEqual([0, 1])
  await shop.runDueNow()
  const [mail] = shop.mailer.to('owner@example.com')
  expect(mail?.text).toContain(second.link)

  const link = new URL(second.link)
  const browser = await pages.browser()
  const saved = await browser.post(`${link.pathname}${link.search}`, { password: 'harbor-lantern-9-tides' })
  expect(saved.location).toContain('saved=1')
  expect((await browser.get('/staff/sign-in')).html).toContain('Set up an authenticator app')
  expect(await inviteFirstAdmin(shop.deps, 'thief@example.com', now())).toEqual({
    ok: false,
    reason: 'has_admin',
  })
  expect(await rolesOf('thief@example.com')).toBe(0)
})

test('the shop and the desk say what is missing before there is a product', async () => {
  const visitor = await pages.browser()
  const home = await visitor.get('/')
  expect(home.status).toBe(200)
  expect(home.html).toContain('Our flights go on sale soon')
  expect(home.html).not.toContain('See departures')
})
