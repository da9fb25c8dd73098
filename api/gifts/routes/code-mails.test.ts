import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { groupCode } from '#api/rules/money/tender-code.ts'
import { openGiftHelpers } from '#tests/support/gift-givers.ts'
import { giveGiftCard, giveVoucher, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const { give } = openGiftHelpers(() => shop)

test(
  'an account’s codes are mailed to its proven mailbox only, and the answer ' + 'is always the same',
  async () => {
    const brand = { body: { code_mail: { brand_id: 1 } } }
    const { giver, friend, card } = await give()
    const own = await giveGiftCard(shop.deps, giver.userId)
    const paper = await giveVoucher(shop.deps, giver.userId)
    const stranger = await openAccount(shop.deps, { proven: false })
    for (const who of [giver, friend, stranger]) {
      const answer = await shop.call('POST', '/v1/code_mails', { token: who.token, ...brand })
      expect([answer.status, answer.body]).toEqual([201, { code_mail: { email: who.email } }])
    }
    await shop.runDueNow()
    const [mail] = shop.mailer.to(giver.email).filter(({ subject }) => subject === 'Your codes')
    expect(mail?.text).toContain(groupCode(own.code))
    expect(mail?.text).toContain(groupCode(paper.code))
    expect(mail?.text).not.toContain(groupCode(card.code))
    expect(shop.mailer.to(friend.email).find(({ subject }) => subject === 'Your codes')?.text).toContain(
      groupCode(card.code),
    )
    expect(shop.mailer.to(stranger.email)).toEqual([])
    const nowhere = { code_mail: { brand_id: 4711 } }
    expect(await shop.call('POST', '/v1/code_mails', { token: giver.token, body: nowhere })).toMatchObject({
      status: 422,
      body: { brand_id: ['There is no such brand'] },
    })
  },
)

test('a waiting mail with codes is withdrawn when the account changes its e-mail', async () => {
  const { giver } = await give()
  const own = await giveGiftCard(shop.deps, giver.userId)
  await shop.call('POST', '/v1/code_mails', { token: giver.token, body: { code_mail: { brand_id: 1 } } })
  const { database } = shop.deps
  await database.query('update users set email = $2 where id = $1', [giver.userId, `moved.${giver.email}`])
  await shop.runDueNow()
  await database.query('update users set email = $2, email_proven_at = null where id = $1', [
    giver.userId,
    giver.email,
  ])
  shop.clock.advance(1)
  await shop.runDueNow()
  expect(shop.mailer.sent.filter(({ text }) => text.includes(groupCode(own.code)))).toEqual([])
})

test('an account can request its codes at most three times an hour', async () => {
  const { giver, friend } = await give()
  const { limitFactor } = shop.deps.settings
  shop.deps.settings.limitFactor = 1
  try {
    const ask = (token: string) =>
      shop.call('POST', '/v1/code_mails', { token, body: { code_mail: { brand_id: 1 } } })
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(giver.token)).status).toBe(201)
    const refused = await ask(giver.token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    // The limit of one account does not affect another.
    expect((await ask(friend.token)).status).toBe(201)
  } finally {
    shop.deps.settings.limitFactor = limitFactor
  }
})
