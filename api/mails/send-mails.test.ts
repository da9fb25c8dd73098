import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { findPageBrand } from '../store/mails/find-page-brand.ts'
import { type NewMail, queueMail } from '../store/mails/queue-mail.ts'
import { sendMails } from './send-mails.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.database.query('delete from mails')
  shop.mailer.sent.length = 0
})

const LINK = 'http://shop.test/account/password-confirm?token=very-secret&email=ada%40example.com'
const aMail = (over: { to?: string; brandId?: number; secret?: string } = {}): NewMail => ({
  kind: 'set_password',
  eventKey: 'set_password:1',
  brandId: 1,
  to: 'ada@example.com',
  secret: LINK,
  ...over,
})
const queue = (mail = aMail()) =>
  shop.deps.database.db.transaction((tx) => queueMail(tx, mail, shop.clock.now(), shop.deps))
const rows = async () =>
  (await shop.deps.database.query('select state, tries, sealed, last_error from mails')).rows

test('a link travels sealed, leaves once, and is forgotten', async () => {
  await queue()
  const [before] = await rows()
  expect(Buffer.from(before?.['sealed'] as Uint8Array).includes('very-secret')).toBe(false)
  await sendMails(shop.deps)
  await sendMails(shop.deps)
  expect(shop.mailer.sent).toHaveLength(1)
  expect(shop.mailer.sent[0]).toMatchObject({
    from: 'Loft & Rotor <tickets@loftandrotor.example>',
    to: 'ada@example.com',
    subject: 'Set your password for Loft & Rotor',
  })
  expect(shop.mailer.sent[0]?.text).toContain(LINK)
  expect(shop.mailer.sent[0]?.html).toContain(LINK.replace('&', '&amp;'))
  expect(await rows()).toMatchObject([{ state: 'sent', sealed: null }])
})

test('one event is one mail', async () => {
  await queue()
  await queue(aMail({ to: 'other@example.com' }))
  await sendMails(shop.deps)
  expect(shop.mailer.sent.map((mail) => mail.to)).toEqual(['ada@example.com'])
})

test('nothing is sent for a transaction that failed', async () => {
  const failing = shop.deps.database.db.transaction(async (tx) => {
    await queueMail(tx, aMail(), shop.clock.now(), shop.deps)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await sendMails(shop.deps)
  expect(shop.mailer.sent).toEqual([])
})

test('a server that refuses is tried again later, under the same id, and not before', async () => {
  await queue()
  shop.mailer.failNext(2)
  await sendMails(shop.deps)
  await sendMails(shop.deps)
  expect(await rows()).toMatchObject([{ state: 'queued', tries: 1, last_error: '451 try again later' }])
  shop.clock.advance(1)
  await sendMails(shop.deps)
  shop.clock.advance(1)
  await sendMails(shop.deps)
  expect(shop.mailer.sent).toEqual([])
  shop.clock.advance(1)
  await sendMails(shop.deps)
  expect(shop.mailer.sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 3, last_error: null }])
})

test(
  'until the server has taken it, nothing says that it was sent: a crash meanwhile does not ' + 'lose it',
  async () => {
    await queue()
    let meanwhile: unknown
    const mailer = {
      send: async () => {
        meanwhile = await rows()
      },
    }
    await sendMails({ ...shop.deps, mailer })
    expect(meanwhile).toMatchObject([{ state: 'queued', tries: 1, sealed: expect.anything() as unknown }])
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  },
)

test('after twelve tries it is given up, for a person to see', async () => {
  await queue()
  shop.mailer.failNext(12)
  for (let tried = 0; tried < 14; tried++) {
    await sendMails(shop.deps)
    shop.clock.advance(300)
  }
  expect(shop.mailer.sent).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', tries: 12 }])
})

test('the brand is that of the host on which the link was asked for', async () => {
  const secret = 'http://tidewater.localhost/account/password-confirm?token=t'
  await queue(aMail({ secret, brandId: await findPageBrand(shop.deps.database.db, shop.deps, secret) }))
  await sendMails(shop.deps)
  expect(shop.mailer.sent[0]).toMatchObject({
    from: 'Tidewater Heli <tickets@tidewaterheli.example>',
    subject: 'Set your password for Tidewater Heli',
  })
})
