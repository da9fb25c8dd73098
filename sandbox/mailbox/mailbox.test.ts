import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'
import { extractLinks } from './mailbox.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
  for (const to of ['ada@example.com', 'Bob@example.com', 'ada@example.com']) await send(to)
})
afterAll(() => shop.close())

let count = 0
const send = (to: string) =>
  shop.sandbox.mailbox.send({
    from: 'Shop <shop@example.com>',
    to,
    subject: `Your flight ${String(++count)} <b>`,
    text: 'See you at http://shop.test/orders/1.',
    html:
      '<p><a href="http://shop.test/confirm?a=1&amp;b=2">Confirm</a> <a ' +
      'href="http://shop.test/confirm?a=1&amp;b=2">again</a></p>',
    messageId: `<${String(count)}@shop.test>`,
    attachments: [{ filename: 'flight ö.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
  })

test('mails are listed as JSON, newest first, by address in any case', async () => {
  const list = (await (await shop.get('/sandbox/mail.json?to=Ada@example.com')).json()) as object[]
  expect(list).toHaveLength(2)
  expect(list[0]).toEqual({
    to: 'ada@example.com',
    subject: 'Your flight 3 <b>',
    text: 'See you at http://shop.test/orders/1.',
    html:
      '<p><a href="http://shop.test/confirm?a=1&amp;b=2">Confirm</a> <a ' +
      'href="http://shop.test/confirm?a=1&amp;b=2">again</a></p>',
    links: ['http://shop.test/confirm?a=1&b=2'],
    attachments: [{ filename: 'flight ö.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }],
  })
  expect(await (await shop.get('/sandbox/mail.json')).json()).toHaveLength(3)
  expect(await (await shop.get('/sandbox/mail.json?to=nobody@example.com')).json()).toEqual([])
})

test('pages show the list, one mail, its isolated HTML and its attachment', async () => {
  const list = await (await shop.get('/sandbox/mail')).text()
  const ids = [...list.matchAll(/\/sandbox\/mail\/(\d+)"/g)].map(([, id]) => Number(id))
  expect(ids).toEqual([3, 2, 1])
  expect(list).toContain('Your flight 3 &lt;b&gt;')
  const one = await (await shop.get('/sandbox/mail/3')).text()
  for (const text of [
    'shop@example.com',
    'href="http://shop.test/confirm?a=1&amp;b=2"',
    'See you at',
    'flight ö.ics',
  ]) {
    expect(one).toContain(text)
  }
  const inside = await shop.get('/sandbox/mail/3/html')
  expect(inside.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/)
  const file = await shop.get('/sandbox/mail/3/attachments/0')
  expect(await file.text()).toBe('BEGIN:VCALENDAR')
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''flight%20%C3%B6.ics")
  expect((await shop.get('/sandbox/mail/99')).status).toBe(404)
  expect((await shop.get('/sandbox/mail/3/attachments/7')).status).toBe(404)
})

test('a refusing test address answers like a mail server and stores no mail', async () => {
  const said = async (to: string) => {
    const error: unknown = await send(to).then(
      () => 'taken',
      (reason: unknown) => reason,
    )
    return error instanceof Error
      ? [(error as Error & { responseCode: number }).responseCode, error.message]
      : error
  }
  expect(await said('Bounce@example.com')).toEqual([550, expect.stringContaining('5.1.1')])
  expect(await said('bounce+again@example.com')).toEqual([550, expect.stringContaining('5.1.1')])
  expect(await said('full@example.com')).toEqual([552, expect.stringContaining('5.2.2')])
  expect(await said('later.today@example.com')).toEqual([450, expect.stringContaining('4.2.1')])
  expect(await said('bouncer@example.com')).toBe('taken')
  expect(await (await shop.get('/sandbox/mail.json?to=bounce@example.com')).json()).toEqual([])
})

test('the links of a mail without HTML come from its text', () => {
  expect(extractLinks({ html: '', text: 'Go to https://shop.test/a?b=1 or https://shop.test/c' })).toEqual([
    'https://shop.test/a?b=1',
    'https://shop.test/c',
  ])
})

test('unknown paths are not answered, and other methods are refused', async () => {
  const ask = (path: string, method = 'GET') =>
    shop.sandbox.pages(new Request(`http://shop.test${path}`, { method }))
  expect(await ask('/')).toBeUndefined()
  expect(await ask('/sandbox/nothing')).toBeUndefined()
  expect((await ask('/sandbox/mail', 'POST'))?.status).toBe(405)
  expect((await ask('/sandbox/sandbox.css'))?.headers.get('content-type')).toContain('text/css')
})
