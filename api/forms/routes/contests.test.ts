import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ContestDrawReply, ContestsReply } from '#contract/contest.ts'
import { PrizesReply } from '#contract/prize.ts'
import { drawContest } from '#api/forms/draw-contest.ts'
import { eraseFormEntries } from '#api/accounts/erase-form-entries.ts'
import { cleanUp } from '#api/platform/clean-up.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { sendForm } from '#tests/support/form-sender.ts'
import { logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  shop.mailer.sent.length = 0
  for (const table of ['form_entries', 'prizes', 'mails']) {
    await shop.deps.database.query(`delete from ${table}`)
  }
})
afterAll(() => shop.close())

const enter = (email: string, contest_id = 1) =>
  sendForm(shop, { form: 'contest', contest_id, consent: true, email, message: undefined, topic: undefined })
const listed = async (brand: number) =>
  ContestsReply.parse((await shop.call('GET', `/v1/contests?brand_id=${String(brand)}`)).body).contests
const close = () => shop.clock.set('2027-07-02T12:00:00Z')
const staffToken = async () => (await openStaffMember(shop.deps)).token
const draw = (id: number, token: string) => shop.call('POST', `/v1/contests/${String(id)}/draws`, { token })

test('the contests of a brand show their end and their prize, and nobody who entered', async () => {
  await enter('ada@example.com')
  expect(await listed(1)).toMatchObject([
    { id: 1, state: 'open', prize: 'A word from the cockpit', winners: 3 },
    { id: 3, state: 'closed', prize: 'Glass of champagne' },
  ])
  expect(await listed(2)).toMatchObject([{ id: 2, state: 'open' }])
  expect(JSON.stringify(await shop.call('GET', '/v1/contests?brand_id=1'))).not.toContain('ada@')
})

test('each e-mail may enter once, only while the contest is open, at its own brand', async () => {
  expect((await enter('ada@example.com')).status).toBe(201)
  expect((await enter('ADA@example.com')).status).toBe(201)
  expect((await enter('bo@example.com', 2)).status).toBe(409)
  expect((await enter('bo@example.com', 3)).status).toBe(409)
  expect((await shop.deps.database.query('select 1 from form_entries')).rows).toHaveLength(1)
})

test('each entry can be drawn, none twice, and no more than there are prizes', async () => {
  for (const name of ['ada', 'bo', 'cy', 'di', 'eve']) await enter(`${name}@example.com`)
  expect(await drawContest(shop.deps, 1)).toEqual({ ok: false, reason: 'contest_open' })
  close()
  const pools: number[] = []
  const last = (below: number) => {
    pools.push(below)
    return below - 1
  }
  const drawn = []
  for (let times = 0; times < 4; times += 1) drawn.push(await drawContest(shop.deps, 1, last))
  expect(pools).toEqual([5, 4, 3])
  expect(drawn.map((one) => (one.ok ? one.drawn.email : one.reason))).toEqual([
    'eve@example.com',
    'di@example.com',
    'cy@example.com',
    'contest_drawn',
  ])
  expect(await listed(1)).toMatchObject([{ id: 1, state: 'drawn' }, { id: 3 }])
})

test('a prize belongs to its mailbox, is free once in its account, and comes by one mail', async () => {
  const { email, userId } = await openAccount(shop.deps)
  await enter(email)
  await enter('new@example.com')
  close()
  const staff = await staffToken()
  const both = [await draw(1, staff), await draw(1, staff)]
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const ids = both.map(({ body }) => ContestDrawReply.parse(body).contest_draw)
  expect(new Set(ids.map((one) => one.email))).toEqual(new Set([email, 'new@example.com']))
  const { rows } = await shop.deps.database.query(
    "select action, resource_id, after from audit_log where resource = 'prizes' order by id",
  )
  expect(rows).toMatchObject(
    ids.map((one) => ({
      action: 'create',
      resource_id: one.prize_id,
      after: { contest_id: 1, form_entry_id: one.form_entry_id },
    })),
  )
  expect(JSON.stringify(rows)).not.toContain('@')
  await sendMails(shop.deps)
  const [mail] = shop.mailer.to('new@example.com')
  expect(mail?.subject).toBe('You have won A word from the cockpit')
  expect(mail?.text).toMatch(/\/account\/password-confirm\?token=[\w-]{43}&email=new%40example\.com/)
  expect(shop.mailer.to(email)).toHaveLength(1)
  const token = await logInAgain(shop.deps, userId)
  const { body } = await shop.call('GET', '/v1/prizes', { token })
  expect(PrizesReply.parse(body).prizes).toMatchObject([{ upgrade_id: 6, name: 'A word from the cockpit' }])
})

test('only staff draw winners', async () => {
  await enter('ada@example.com')
  close()
  const { token } = await openAccount(shop.deps)
  expect((await draw(1, token)).status).toBe(403)
  expect((await shop.call('POST', '/v1/contests/1/draws')).status).toBe(401)
  expect((await draw(99, await staffToken())).status).toBe(404)
})

test('an erased winner leaves no trace in the entry and frees no prize', async () => {
  for (const name of ['ada', 'bo', 'cy', 'di']) await enter(`${name}@example.com`)
  close()
  for (let times = 0; times < 3; times += 1) await drawContest(shop.deps, 1, () => 0)
  const erase = (email: string) =>
    shop.deps.database.db.transaction((tx) => eraseFormEntries(tx, { userId: 0, email }))
  await erase('ada@example.com')
  await erase('di@example.com')
  const { rows } = await shop.deps.database.query(
    'select name, email, phone, user_id, answers from form_entries order by id',
  )
  expect(rows).toHaveLength(3)
  expect(rows[0]).toEqual({ name: '', email: null, phone: null, user_id: null, answers: {} })
  expect(await drawContest(shop.deps, 1)).toEqual({ ok: false, reason: 'contest_drawn' })
})

test('old entries, applications and unconfirmed subscriptions are deleted on time', async () => {
  const { query } = shop.deps.database
  const forms = async () =>
    (await query('select form from form_entries order by id')).rows.map(({ form }) => form)
  await enter('ada@example.com')
  await enter('bo@example.com')
  const sent = shop.clock.now()
  await query(
    `insert into form_entries (brand_id, form, stamp, created_at)
      values (1, 'careers', 'a', $1), (1, 'survey', 'b', $1)`,
    [sent],
  )
  await query('delete from newsletter_subscribers')
  await query(
    `insert into newsletter_subscribers (brand_id, list, email, state, asked_at, confirmed_at, created_at)
     values (1, 'news', 'a@example.com', 'pending', $1, null, $1), (1, 'news', 'b@example.com',
       'confirmed', $1, $1, $1)`,
    [sent],
  )
  const left = async (days: number) => {
    shop.clock.set(new Date(sent.getTime() + days * 86_400_000).toISOString())
    await cleanUp(shop.deps)
    const news = (await query('select state from newsletter_subscribers order by id')).rows
    return [await forms(), news.map(({ state }) => state)]
  }
  expect(await left(29)).toEqual([
    ['contest', 'contest', 'careers', 'survey'],
    ['pending', 'confirmed'],
  ])
  expect(await left(31)).toEqual([['contest', 'contest', 'careers', 'survey'], ['confirmed']])
  close()
  await drawContest(shop.deps, 1, () => 0)
  expect(await left(366)).toEqual([['contest', 'contest', 'survey'], ['confirmed']])
  expect(await left(731)).toEqual([['contest'], ['confirmed']])
})
