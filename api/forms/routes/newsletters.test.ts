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

describe('signing up', () => {
  test('asks the mailbox first, and sends nothing else before it says yes', async () => {
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

  test('answers alike for an address that is on the list, was on it, or never was', async () => {
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

  test('one form asks once; a mailbox gets two questions an hour, four a day', async () => {
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

  test('a form pressed twice leaves the link of its one mail good', async () => {
    const stamp = await makeFormStamp(shop, 'newsletter')
    await signUp({ stamp })
    const token = tokenIn((await mailsTo()).at(-1)?.text, /\/subscribe\/([\w-]{32})\n/)
    shop.clock.advance(1)
    expect((await signUp({ stamp })).status).toBe(201)
    expect(await mailsTo()).toHaveLength(1)
    expect((await confirm(token)).status).toBe(204)
    expect(await states()).toEqual([{ list: 'news', state: 'confirmed' }])
  })

  test('a machine is refused, and without a yes nobody is asked', async () => {
    expect((await signUp({ website: 'x' })).status).toBe(422)
    expect((await signUp({ stamp: 'none' })).status).toBe(409)
    expect((await signUp({ consent: false, email: 'other@example.com' })).body).toEqual({
      consent: ['Please agree to be mailed'],
    })
    expect(await states()).toEqual([])
  })

  test(
    'a link that was changed, is older than a week, or was followed by a newer one confirms ' + 'nothing',
    async () => {
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
    },
  )
})

test(
  'the desk hears once, in the morning, how many joined the day before, and from no question ' + 'alone',
  async () => {
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
    // Whoever leaves at once has joined all the same; of whoever is erased nobody is told.
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
  },
)

describe('no more', () => {
  test('every mail of a list carries the way to end it by one press of the mail program', async () => {
    const token = await onTheList()
    expect((await mailsTo()).at(-1)?.headers).toEqual({
      'List-Unsubscribe': `<${shop.deps.settings.publicUrl}/subscribe/${token}/stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test(
    'ends all lists of the brand for the address, years later ' + 'too, and what waits is not sent',
    async () => {
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
    },
  )

  test('whoever types the address then changes nothing; only its mailbox does, by a newer link', async () => {
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

  test('a token of one’s own making, or the question’s, ends nothing, and answers alike', async () => {
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
