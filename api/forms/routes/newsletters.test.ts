import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendMails } from '#api/mails/send-mails.ts'
import { makeFormStamp } from '#tests/support/form-sender.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  shop.deps.settings.limitFactor = 1000
  shop.mailer.sent.length = 0
  for (const table of ['newsletter_subscribers', 'mails']) {
    await shop.deps.database.query(`delete from ${table}`)
  }
})
afterAll(() => shop.close())

const READER = 'ruth@example.com'
async function signUp(more: Record<string, unknown> = {}) {
  const stamp = 'stamp' in more ? more['stamp'] : await makeFormStamp(shop, 'newsletter')
  const newsletter_sign_up = {
    brand_id: 1,
    list: 'news',
    email: 'Ruth@Example.com',
    consent: true,
    ...more,
    stamp,
  }
  return shop.call('POST', '/v1/newsletter_sign_ups', { body: { newsletter_sign_up } })
}
async function mailsTo(to = READER) {
  await sendMails(shop.deps)
  return shop.mailer.to(to)
}
const tokenIn = (text: string | undefined, path: RegExp) => path.exec(text ?? '')?.[1] ?? ''
async function asked() {
  expect((await signUp()).status).toBe(201)
  return tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\n/)
}
const confirm = (token: string) =>
  shop.call('POST', '/v1/newsletter_sign_ups/confirm', { body: { newsletter_sign_up: { token } } })
const stop = (token: string) =>
  shop.call('POST', '/v1/newsletter_stops', { body: { newsletter_stop: { token } } })
async function onTheList() {
  expect((await confirm(await asked())).status).toBe(204)
  return tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\/stop/)
}
const states = async () =>
  (await shop.deps.database.query('select list, state from newsletter_subscribers order by id')).rows

describe('subscribing to a newsletter', () => {
  test('the mailbox gets a confirmation mail first, and nothing else before it confirms', async () => {
    const token = await asked()
    expect(token).not.toBe('')
    expect(await states()).toEqual([{ list: 'news', state: 'pending' }])
    const [question] = shop.mailer.to(READER)
    expect(question?.headers).toBeUndefined()
    expect((await confirm(token)).status).toBe(204)
    expect((await confirm(token)).status).toBe(204)
    expect(await states()).toEqual([{ list: 'news', state: 'confirmed' }])
    expect((await mailsTo()).map(({ subject }) => subject)).toEqual([
      'Would you like news of our flights?',
      'You are on the list · Loft & Rotor',
    ])
  })

  test('the answer is the same for a subscribed, an unsubscribed and an unknown address', async () => {
    const answers = [await signUp()]
    await sendMails(shop.deps)
    await shop.deps.database.query('delete from newsletter_subscribers')
    const token = await onTheList()
    answers.push(await signUp())
    expect(await mailsTo()).toHaveLength(3)
    await stop(token)
    answers.push(await signUp())
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 201, body: { newsletter_sign_up: { list: 'news' } } })
    }
  })

  test('one form sends one confirmation mail, and a mailbox gets two an hour, four a day', async () => {
    shop.deps.settings.limitFactor = 1
    const email = 'flooded@example.com'
    const stamp = await makeFormStamp(shop, 'newsletter')
    await signUp({ email, stamp })
    await signUp({ email, stamp })
    expect(await mailsTo(email)).toHaveLength(1)
    const { status, headers } = await signUp({ email })
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).not.toBeNull()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('a form submitted twice sends one mail, whose link works', async () => {
    const stamp = await makeFormStamp(shop, 'newsletter')
    await signUp({ stamp })
    const token = tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\n/)
    shop.clock.advance(1)
    expect((await signUp({ stamp })).status).toBe(201)
    expect(await mailsTo()).toHaveLength(1)
    expect((await confirm(token)).status).toBe(204)
    expect(await states()).toEqual([{ list: 'news', state: 'confirmed' }])
  })

  test('a bot is refused, and nobody is asked without consent', async () => {
    expect((await signUp({ website: 'x' })).status).toBe(422)
    expect((await signUp({ stamp: 'none' })).status).toBe(409)
    expect((await signUp({ consent: false, email: 'other@example.com' })).body).toEqual({
      consent: ['Please agree to be mailed'],
    })
    expect(await states()).toEqual([])
  })

  test('a link confirms nothing once it was changed, is a week old or has a successor', async () => {
    const token = await asked()
    const other = `${token.slice(0, 9)}${token[9] === '1' ? '2' : '1'}${token.slice(10)}`
    for (const bad of [other, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'none', '']) {
      expect((await confirm(bad)).status).toBe(404)
    }
    const newer = await asked()
    expect((await confirm(token)).status).toBe(404)
    shop.clock.advance(7 * 24 * 60 + 1)
    expect((await confirm(newer)).status).toBe(404)
    expect(await states()).toEqual([{ list: 'news', state: 'pending' }])
  })
})

test('staff get one mail in the morning with the number of new subscribers of the day before', async () => {
  const desk = 'hello@loftandrotor.example'
  const join = async (email: string, list = 'news') => {
    await signUp({ email, list })
    const token = tokenIn((await mailsTo(email)).at(-1)?.text, /\/subscribe\/([\w-]{32})\n/)
    expect((await confirm(token)).status).toBe(204)
    return tokenIn((await mailsTo(email)).at(-1)?.text, /\/subscribe\/([\w-]{32})\/stop/)
  }
  await join('one@example.com')
  await join('two@example.com', 'miami')
  const gone = await join('three@example.com')
  await stop(gone)
  await signUp({ email: 'asked@example.com' })
  expect(await mailsTo(desk)).toEqual([])
  shop.clock.advance(24 * 60)
  await join('tomorrow@example.com')
  const told = await mailsTo(desk)
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^3 new readers\n[\s\S]*News of Miami: 1 new, 1 in all/),
  ])
  expect(told[0]?.text).toContain('News: 2 new, 1 in all')
  expect(told[0]?.text).not.toContain('@example.com')
  shop.clock.advance(24 * 60)
  expect((await mailsTo(desk)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^3 new readers of our news on \d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^1 new reader of our news on \d{4}-\d\d-\d\d$/),
  ])
  shop.clock.advance(24 * 60)
  expect(await mailsTo(desk)).toHaveLength(2)
  // A subscriber who leaves the same day is counted; an erased one is not.
  await stop(await join('brief@example.com'))
  shop.clock.advance(24 * 60)
  expect((await mailsTo(desk)).at(-1)?.text).toMatch(/^1 new reader\n/)
  await join('erased@example.com')
  await shop.deps.database.query("delete from newsletter_subscribers where email = 'erased@example.com'")
  shop.clock.advance(24 * 60)
  expect(await mailsTo(desk)).toHaveLength(3)
  const { rows } = await shop.deps.database.query(
    "select 1 from mails where kind = 'news_desk' and state <> 'sent'",
  )
  expect(rows).toEqual([])
})

describe('unsubscribing from a newsletter', () => {
  test('every mail of a list has a header by which mail programs unsubscribe with one press', async () => {
    const token = await onTheList()
    expect((await mailsTo()).at(-1)?.headers).toEqual({
      'List-Unsubscribe': `<${shop.deps.settings.publicUrl}/subscribe/${token}/stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('it ends all lists of the brand for the address for good, and withdraws queued mails', async () => {
    const token = await onTheList()
    await signUp({ list: 'miami' })
    shop.clock.advance(9 * 365 * 24 * 60)
    expect((await stop(token)).status).toBe(204)
    expect(await states()).toEqual([
      { list: 'news', state: 'ended' },
      { list: 'miami', state: 'ended' },
    ])
    expect(await mailsTo()).toHaveLength(2)
    expect((await stop(token)).status).toBe(204)
  })

  test('typing the address again changes nothing, and only a newer link to its mailbox does', async () => {
    const question = await asked()
    await confirm(question)
    const token = tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\/stop/)
    await stop(token)
    expect((await confirm(question)).status).toBe(404)
    const newer = await asked()
    expect(await states()).toEqual([{ list: 'news', state: 'ended' }])
    await confirm(newer)
    expect(await states()).toEqual([{ list: 'news', state: 'confirmed' }])
  })

  test('a forged token, or that of a confirmation mail, ends nothing and gets the same answer', async () => {
    const question = await asked()
    await confirm(question)
    const token = tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\/stop/)
    for (const bad of [
      question,
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      '0000000001',
      '',
    ]) {
      expect((await stop(bad)).status).toBe(204)
    }
    expect(await states()).toEqual([{ list: 'news', state: 'confirmed' }])
  })
})
