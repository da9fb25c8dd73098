import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AccountExportReply } from '#contract/account.ts'
import { type FormName } from '#contract/form-entry.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { MESSAGE, sendForm, makeFormStamp } from '#tests/support/form-sender.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  shop.deps.settings.limitFactor = 1000
  shop.mailer.sent.length = 0
  await shop.deps.database.query('delete from form_entries')
  await shop.deps.database.query('delete from mails')
})
afterAll(() => shop.close())

const DESK = 'hello@loftandrotor.example'
const desk = async () => {
  const { rows } = await shop.deps.database.query('select email from brands where id = 1')
  return String(rows[0]?.['email'] ?? DESK)
}
const kept = async () => (await shop.deps.database.query('select * from form_entries order by id')).rows

/** One of each form, as a person fills it in. */
const FILLED: Record<FormName, Record<string, unknown>> = {
  contact: {},
  rentals: { occasion: 'film', topic: undefined, date: '2027-07-01', party: 'four and a camera' },
  careers: { opening: 'line-pilot', topic: undefined, experience: '1,400 hours' },
  contest: { contest_id: 1, consent: true, topic: undefined, message: undefined, phone: undefined },
  survey: { score: 9, liked: 'The turn at the bridge.', better: '', quote: true, topic: undefined },
}

describe('a message sent by a form', () => {
  test.each(Object.keys(FILLED) as FormName[])(
    'the form %s is saved once and mailed to staff once',
    async (form) => {
      const stamp = await makeFormStamp(shop, form)
      for (let times = 0; times < 3; times += 1) {
        const { status, body } = await sendForm(shop, { ...FILLED[form], form, stamp })
        expect({ status, body }).toEqual({ status: 201, body: { form_entry: { form } } })
      }
      expect(await kept()).toMatchObject([{ form, name: 'Nora Quist', email: 'nora.quist@example.com' }])
      await sendMails(shop.deps)
      await sendMails(shop.deps)
      expect(shop.mailer.to(await desk())).toHaveLength(1)
      expect(shop.mailer.to(await desk())[0]).toMatchObject({ replyTo: 'nora.quist@example.com' })
    },
  )

  test('staff get a mail with all fields as text, and their reply goes to the sender', async () => {
    await sendForm(shop)
    await sendMails(shop.deps)
    const [mail] = shop.mailer.to(await desk())
    expect(mail?.subject).toMatch(/^Message F-\d+ · Nora Quist$/)
    for (const part of [
      'About: Getting on board with a disability',
      'Phone: (212) 555-0117',
      'Can he get on board?',
    ]) {
      expect(mail?.text).toContain(part)
    }
    expect(mail?.html).toContain('My father walks with a frame.')
  })

  test('typed markup is plain text in the mail to staff', async () => {
    await sendForm(shop, { name: 'Nora "<b>" Quist', message: 'I & you < us' })
    await sendMails(shop.deps)
    const [mail] = shop.mailer.to(await desk())
    expect(mail?.html).toContain('Nora &quot;&lt;b&gt;&quot; Quist')
    expect(mail?.html).toContain('I &amp; you &lt; us')
  })

  test('a line break in a name is refused and makes no mail header', async () => {
    const { status, body } = await sendForm(shop, { name: 'Nora\r\nBcc: all@example.com' })
    expect(status).toBe(422)
    expect(body).toEqual({ name: ['This must be one line of plain text'] })
  })

  test('every field has a message for what is missing', async () => {
    const { status, body } = await sendForm(shop, {
      name: ' ',
      email: 'nora',
      topic: '',
      message: '',
      phone: '1',
    })
    expect(status).toBe(422)
    expect(body).toEqual({
      name: ['This field is required'],
      email: ['Please input correct email format (nora)'],
      phone: ['Length should be at least 10 characters'],
      topic: ['Please choose one'],
      message: ['This field is required'],
    })
    expect(await kept()).toEqual([])
  })
})

describe('the confirmation mail to the sender', () => {
  test('a mailbox gets one a day, whichever spelling of its address and whichever form is used', async () => {
    for (const form of ['contact', 'rentals', 'careers'] as const)
      await sendForm(shop, { ...FILLED[form], form })
    await sendMails(shop.deps)
    expect(shop.mailer.to('nora.quist@example.com')).toHaveLength(1)
    shop.clock.advance(24 * 60)
    await sendForm(shop)
    await sendMails(shop.deps)
    expect(shop.mailer.to('nora.quist@example.com')).toHaveLength(2)
  })

  test('it quotes nothing that was typed', async () => {
    await sendForm(shop, { name: 'Buy Pills Now', message: 'Cheap pills, today only' })
    await sendMails(shop.deps)
    const [mail] = shop.mailer.to('nora.quist@example.com')
    expect(mail?.subject).toBe('Your message came · Loft & Rotor')
    expect(`${String(mail?.html)} ${String(mail?.text)} ${String(mail?.subject)}`).not.toMatch(/pills/i)
  })

  test('a contest and the survey send none', async () => {
    await sendForm(shop, { ...FILLED.contest, form: 'contest' })
    await sendForm(shop, { ...FILLED.survey, form: 'survey' })
    await sendMails(shop.deps)
    expect(shop.mailer.to('nora.quist@example.com')).toEqual([])
  })
})

describe('refused messages', () => {
  const refused = async (fields: Record<string, unknown>) => {
    const answer = await sendForm(shop, fields)
    expect(await kept()).toEqual([])
    return answer
  }

  test('a message with the honeypot filled in is refused', async () => {
    const { status, body } = await refused({ website: 'https://spam.example' })
    expect(status).toBe(422)
    expect(body).toEqual({ website: ['Please leave this field empty'] })
  })

  test('a message sent faster than a person can read is refused, and accepted a moment later', async () => {
    const { body } = await shop.call('GET', '/v1/form_stamps/contact')
    const { stamp } = (body as { form_stamp: { stamp: string } }).form_stamp
    expect((await refused({ stamp })).status).toBe(409)
    shop.clock.advance(2 / 60)
    expect((await sendForm(shop, { stamp })).status).toBe(201)
  })

  test('a message whose timestamp is for another form, a day old, changed or forged is refused', async () => {
    const stamp = await makeFormStamp(shop, 'contact')
    const [time = '', nonce = '', signature = ''] = stamp.split('.')
    const older = (Number.parseInt(time, 36) - 60_000).toString(36)
    for (const bad of [
      await makeFormStamp(shop, 'survey'),
      `${older}.${nonce}.${signature}`,
      `${time}.${'x'.repeat(16)}.${signature}`,
      'none',
      '',
    ]) {
      expect((await refused({ stamp: bad })).status, bad).toBe(409)
    }
    shop.clock.advance(24 * 60 + 1)
    expect((await refused({ stamp })).status).toBe(409)
  })

  test('links and markup are refused at their field, except two links in a message', async () => {
    const many = 'http://a.example http://b.example www.c.example'
    expect((await refused({ message: many })).body).toEqual({
      message: ['Please leave out links: two at most'],
    })
    expect((await refused({ name: 'Win www.spam.example' })).body).toEqual({
      name: ['Please leave out the link'],
    })
    for (const message of ['<a href=x>y</a>', '[url=x]y[/url]']) {
      expect((await refused({ message })).body).toEqual({
        message: ['Please write plain text, without HTML'],
      })
    }
    expect((await sendForm(shop, { message: 'As on http://a.example and http://b.example.' })).status).toBe(
      201,
    )
  })

  test('one e-mail gets six mails an hour at most, from any number of network addresses', async () => {
    shop.deps.settings.limitFactor = 1
    const email = 'flooded@example.com'
    const from = (at: number) => ({ bindings: { visitorAddress: `198.51.100.${String(at)}` } })
    for (let at = 0; at < 6; at += 1) expect((await sendForm(shop, { email }, from(at))).status).toBe(201)
    const { status, headers, body } = await sendForm(shop, { email }, from(7))
    expect(status).toBe(429)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(body).toMatchObject({ error: expect.stringMatching(/^Too many tries\. Please wait/) as string })
  })

  test('one network address sends twenty messages an hour at most, with any e-mails', async () => {
    shop.deps.settings.limitFactor = 1
    const here = { bindings: { visitorAddress: '192.0.2.50' } }
    for (let at = 0; at < 20; at += 1) {
      expect((await sendForm(shop, { email: `nora${String(at)}@example.com` }, here)).status).toBe(201)
    }
    expect((await sendForm(shop, { email: 'nora.again@example.com' }, here)).status).toBe(429)
    expect(await kept()).toHaveLength(20)
  })
})

test('an account’s export contains its messages, and its erasure deletes them and their mails', async () => {
  const { userId, email, token } = await openAccount(shop.deps)
  await sendForm(shop, { email }, { token })
  await sendForm(shop, { email: 'another@example.com' }, { token })
  await sendForm(shop, { email, ...FILLED.survey, form: 'survey' })
  const { body } = await shop.call('GET', '/v1/users/me/export', { token })
  const { form_entries: own } = AccountExportReply.parse(body).export
  expect(own.map((one) => [one.form, one.email])).toEqual([
    ['contact', email],
    ['contact', 'another@example.com'],
    ['survey', email],
  ])
  expect(own[0]?.answers).toEqual({ topic: 'access', message: MESSAGE.message })
  const { eraseFormEntries: forgetForms } = await import('#api/accounts/erase-form-entries.ts')
  await shop.deps.database.db.transaction((tx) => forgetForms(tx, { userId, email }))
  expect(await kept()).toEqual([])
  await sendMails(shop.deps)
  expect(shop.mailer.to(await desk())).toEqual([])
})
