import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
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
const aMail = (over: { to?: string; page?: string; secret?: string } = {}): NewMail => ({
  kind: 'set_password',
  eventKey: 'set_password:1',
  page: LINK,
  to: 'ada@example.com',
  secret: LINK,
  ...over,
})
const queue = (mail = aMail()) =>
  shop.deps.database.db.transaction((tx) => queueMail(tx, mail, shop.clock.now(), shop.deps))
const rows = async () =>
  (await shop.deps.database.query('select state, tries, sealed, last_error from mails')).rows

test('a mailed link is stored sealed, sent once, and erased from the outbox', async () => {
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

test('two mails with the same event key are sent as one', async () => {
  await queue()
  await queue(aMail({ to: 'other@example.com' }))
  await sendMails(shop.deps)
  expect(shop.mailer.sent.map((mail) => mail.to)).toEqual(['ada@example.com'])
})

test('one run sends all mails that are due, however many, and none when the process stops', async () => {
  const [due, stopped] = [120, new AbortController()]
  for (let at = 0; at < due; at++)
    await queue({ ...aMail({ to: `ada${String(at)}@example.com` }), eventKey: `set_password:${String(at)}` })
  stopped.abort()
  await sendMails(shop.deps, stopped.signal)
  expect(shop.mailer.sent).toEqual([])
  await sendMails(shop.deps)
  expect(new Set(shop.mailer.sent.map(({ to }) => to)).size).toBe(due)
  expect(shop.mailer.sent).toHaveLength(due)
})

test('a mail queued in a transaction that rolls back is not sent', async () => {
  const failing = shop.deps.database.db.transaction(async (tx) => {
    await queueMail(tx, aMail(), shop.clock.now(), shop.deps)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await sendMails(shop.deps)
  expect(shop.mailer.sent).toEqual([])
})

test('a temporary refusal leads to a later retry with the same Message-ID', async () => {
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

test('a mail counts as sent only after the server accepted it, so a crash cannot lose it', async () => {
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
})

test('a mail that could not be sent in twelve tries is marked as failed', async () => {
  await queue()
  shop.mailer.failNext(12)
  for (let tried = 0; tried < 14; tried++) {
    await sendMails(shop.deps)
    shop.clock.advance(300)
  }
  expect(shop.mailer.sent).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'failed', tries: 12 }])
})

test('a mail comes from the brand on whose host its link was requested', async () => {
  const page = 'http://tidewater.localhost/account/password-confirm'
  await queue(aMail({ page, secret: `${page}?token=t` }))
  await sendMails(shop.deps)
  expect(shop.mailer.sent[0]).toMatchObject({
    from: 'Tidewater Heli <tickets@tidewaterheli.example>',
    subject: 'Set your password for Tidewater Heli',
  })
})
