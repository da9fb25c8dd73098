import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { DepartureWeekReply } from '#contract/departure-week.ts'
import { logIn, openShop } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let staff: string
beforeAll(async () => {
  ;({ shop } = await openShop())
  shop.clock.set('2027-05-20T15:00:00Z')
  staff = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

/** Two days of the demo shop's future, Monday 7 to Sunday 13 June 2027. */
const WEEK = {
  product_id: 6,
  days: [1, 3],
  times: ['06:10', '07:10'],
  from: '2027-06-07',
  until: '2027-06-13',
}
const paint = (over: object = {}, token = staff, headers = {}) =>
  shop.call('POST', '/v1/departure_weeks', { token, body: { departure_week: { ...WEEK, ...over } }, headers })
const weekOf = (answer: { body: unknown }) => DepartureWeekReply.parse(answer.body).departure_week
const count = async (sql: string) => Number((await shop.deps.database.query(sql)).rows[0]?.['n'])
const leaving = async (date: string) => {
  const { body } = await shop.call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  return AvailabilityDayReply.parse(body).availability.departures.map(({ local_time: time }) => time)
}

test('a preview writes nothing, and creating the week makes exactly its departures', async () => {
  const all = 'select count(*)::int as n from departures'
  const before = await count(all)
  const seen = await paint({ preview: true })
  expect(seen.status).toBe(200)
  expect(weekOf(seen)).toMatchObject({ made: 4, closed_dates: 8 })
  expect(await count(all)).toBe(before)
  const made = await paint()
  expect(made.status).toBe(201)
  const unnamed = (answer: { body: unknown }) =>
    weekOf(answer).departures.map((one) => ({ ...one, id: null }))
  expect(unnamed(made)).toEqual(unnamed(seen))
  expect(await count(all)).toBe(before + 4)
  expect(await leaving('2027-06-07')).toEqual(expect.arrayContaining(['06:10', '07:10']))
  expect(await leaving('2027-06-09')).toContain('06:10')
  for (const date of ['2027-05-31', '2027-06-02', '2027-06-08', '2027-06-14', '2027-06-16']) {
    expect(await leaving(date), date).not.toContain('06:10')
  }
  const audited =
    "select count(*)::int as n from audit_log where resource in ('departures', 'departure_exceptions')"
  expect(await count(audited)).toBe(12)
})

test('existing departures stay, and conflicts over aircraft are reported or left out', async () => {
  const again = weekOf(await paint())
  expect(again).toMatchObject({ made: 0 })
  expect(again.departures.map(({ state }) => state)).toEqual(['there', 'there', 'there', 'there'])
  const meeting = weekOf(await paint({ times: ['06:15'], preview: true }))
  expect(meeting.departures).toMatchObject([
    { state: 'conflict', with: ['The New Yorker'] },
    { state: 'conflict', with: ['The New Yorker'] },
  ])
  const alone = weekOf(await paint({ times: ['06:15', '05:00'], without_conflicts: true, preview: true }))
  expect(alone).toMatchObject({ made: 2 })
  expect(alone.departures.map(({ state }) => state)).toEqual(['new', 'left_out', 'new', 'left_out'])
})

describe('weeks that are created one after the other', () => {
  const MONDAYS = { days: [1] }
  const first = { from: '2027-07-05', until: '2027-07-11' }
  const second = { from: '2027-07-12', until: '2027-07-18' }

  test.each([
    ['the next week', '02:10', first, second],
    ['the week before', '01:00', second, first],
  ])('do not affect each other when %s is added', async (_, time, one, two) => {
    for (const span of [one, two]) {
      const seen = weekOf(await paint({ ...MONDAYS, times: [time], ...span, preview: true }))
      const made = weekOf(await paint({ ...MONDAYS, times: [time], ...span }))
      expect(made).toMatchObject({ made: 1, closed_dates: seen.closed_dates, departures: [{ state: 'new' }] })
    }
    for (const date of ['2027-07-05', '2027-07-12']) {
      expect(
        (await leaving(date)).filter((at) => at === time),
        date,
      ).toEqual([time])
    }
    for (const date of ['2027-06-28', '2027-07-19']) expect(await leaving(date), date).not.toContain(time)
    const both = weekOf(
      await paint({
        ...MONDAYS,
        times: [time],
        from: one.from < two.from ? one.from : two.from,
        until: second.until,
      }),
    )
    expect(both.departures).toMatchObject([{ state: 'there', dates: 2 }])
  })

  test('are extended by a longer period to the missing days', async () => {
    const times = ['03:10']
    await paint({ ...MONDAYS, times, ...second })
    const longer = weekOf(await paint({ ...MONDAYS, times, from: first.from, until: '2027-07-25' }))
    expect(longer.departures).toMatchObject([{ state: 'new', first_date: '2027-07-05', dates: 2 }])
    for (const date of ['2027-07-05', '2027-07-12', '2027-07-19']) {
      expect(
        (await leaving(date)).filter((at) => at === '03:10'),
        date,
      ).toEqual(['03:10'])
    }
  })

  test('have no conflicts with other weeks, closed days and drafts', async () => {
    const own = "select id from departures where product_id = 6 and time = '02:10' order by id limit 1"
    const meeting = { ...MONDAYS, times: ['02:15'], ...first, preview: true }
    expect(weekOf(await paint(meeting)).departures).toMatchObject([{ state: 'conflict' }])
    const free = async () => weekOf(await paint(meeting)).departures[0]?.state
    await shop.deps.database.query(`update departures set publish_status = 'draft' where id = (${own})`)
    expect(await free()).toBe('new')
    await shop.deps.database.query(`update departures set publish_status = 'published' where id = (${own})`)
    await shop.deps.database.query(
      `insert into departure_exceptions (product_id, departure_id, date, kind)
        values (6, (${own}), '2027-07-05', 'closed')`,
    )
    expect(await free()).toBe('new')
  })
})

describe('the departures of a week', () => {
  const ASKED = { days: [1, 2], times: ['00:40'], from: '2027-08-02', until: '2027-08-15' }
  const madeRules = async (columns: string) =>
    (
      await shop.deps.database.query(
        `select ${columns} from departures where product_id = 6 and time = '00:40' order by id`,
      )
    ).rows

  test('are created as previewed: fare, own prices, start of sales, days left out', async () => {
    const input = {
      ...ASKED,
      ...{ fare_id: 61, seat_price: 199.5, flight_price: 1990 },
      ...{ publish_at: '2027-06-01T13:00:00.000Z', left_out_dates: ['2027-08-03', '2027-08-04'] },
    }
    const seen = weekOf(await paint({ ...input, preview: true }))
    expect(seen).toMatchObject({
      ...{ made: 2, flights: 3, first_date: '2027-08-02', last_date: '2027-08-10' },
      product: { publish_status: 'published', availability: 'available' },
      // The fourth is a Wednesday, on which nothing was planned to fly.
      days_off: [{ date: '2027-08-03', reason: 'Left out' }],
    })
    expect(seen.registrations).toHaveLength(seen.aircraft)
    expect(weekOf(await paint(input))).toMatchObject({ made: 2, flights: 3 })
    const rule = {
      fare_id: 61,
      seat_price_cents: 19_950,
      flight_price_cents: 199_000,
      publish_status: 'published',
    }
    expect(await madeRules('fare_id, seat_price_cents, flight_price_cents, publish_status')).toEqual([
      rule,
      rule,
    ])
    // On sale from the first of June, and never on the day left out.
    expect(await leaving('2027-08-02')).not.toContain('00:40')
    shop.clock.set('2027-06-02T15:00:00Z')
    staff = await logIn(shop, 'staff@example.com')
    expect(await leaving('2027-08-02')).toContain('00:40')
    expect(await leaving('2027-08-03')).not.toContain('00:40')
    expect(await leaving('2027-08-10')).toContain('00:40')
  })

  test('are hidden from shoppers while the week is a draft', async () => {
    await paint({ ...ASKED, times: ['00:50'], publish_status: 'draft' })
    expect(await leaving('2027-08-02')).not.toContain('00:50')
    expect(
      await count(
        "select count(*)::int as n from departures where time = '00:50' and publish_status = 'draft'",
      ),
    ).toBe(2)
  })

  test('are refused with a late start of sales or a day outside the period', async () => {
    const late = await paint({ ...ASKED, publish_at: '2027-08-03T13:00:00Z', preview: true })
    const outside = await paint({ ...ASKED, left_out_dates: ['2027-08-20'], preview: true })
    for (const [refused, field] of [
      [late, 'publish_at'],
      [outside, 'left_out_dates'],
    ] as const) {
      expect(refused.status).toBe(422)
      expect(Object.keys(Object(refused.body))).toEqual([field])
    }
  })

  test('leave out only the days without a free aircraft', async () => {
    const times = ['05:45']
    await paint({ days: [2], times: ['05:40'], from: '2027-09-07', until: '2027-09-07' })
    const input = { days: [2], times, from: '2027-09-07', until: '2027-09-21', without_conflicts: true }
    const flying = {
      state: 'new',
      dates: 2,
      first_date: '2027-09-14',
      last_date: '2027-09-21',
      conflict_dates: ['2027-09-07'],
    }
    const seen = weekOf(await paint({ ...input, preview: true }))
    expect(seen).toMatchObject({ made: 1, flights: 2, first_date: '2027-09-14', departures: [flying] })
    const made = weekOf(await paint(input))
    expect(made).toMatchObject({ made: 1, closed_dates: seen.closed_dates, departures: [flying] })
    expect(await leaving('2027-09-07')).not.toContain('05:45')
    for (const date of ['2027-09-14', '2027-09-21']) expect(await leaving(date), date).toContain('05:45')
    const why =
      "select count(*)::int as n from departure_exceptions where date = '2027-09-07' and " +
      "reason = 'No aircraft of its own'"
    expect(await count(why)).toBe(1)
    // No day has a free aircraft, so no rule is created.
    const none = weekOf(await paint({ ...input, times: ['05:42'], until: '2027-09-07' }))
    expect(none).toMatchObject({ made: 0, flights: 0, departures: [{ state: 'left_out' }] })
  })

  test('name the days of conflicts and whether they have bookings', async () => {
    const input = { ...ASKED, days: [1], times: ['00:45'], preview: true }
    const [met] = weekOf(await paint(input)).departures
    expect(met).toMatchObject({
      state: 'conflict',
      conflict_dates: ['2027-08-02', '2027-08-09'],
      departureAlreadyInUse: false,
    })
    const { query } = shop.deps.database
    await query(
      'insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, ' +
        "arrive_at) select 6, d.id, p.departure_terminal_id, '2027-08-02', " +
        "'2027-08-02T04:40:00Z', '2027-08-02T05:00:00Z' from departures d join products p on " +
        "p.id = d.product_id where d.product_id = 6 and d.time = '00:40' and d.day_of_week = 1",
    )
    expect(weekOf(await paint(input)).departures[0]).toMatchObject({ departureAlreadyInUse: true })
  })
})

test('the same idempotency key creates one week', async () => {
  const headers = { 'Idempotency-Key': 'a-week-of-mornings' }
  const first = await paint({ times: ['04:30'] }, staff, headers)
  const again = await paint({ times: ['04:30'] }, staff, headers)
  expect([first.status, again.status]).toEqual([201, 201])
  expect(weekOf(again)).toEqual(weekOf(first))
  expect(await count("select count(*)::int as n from departures where time = '04:30'")).toBe(2)
})

test.each([
  ['no weekday', { days: [] }, 'days'],
  ['no time', { times: [] }, 'times'],
  ['an invalid time', { times: ['25:00'] }, 'times'],
  ['an end before the start', { until: '2027-06-01' }, 'until'],
  ['a past period', { from: '2027-01-01', until: '2027-01-07' }, 'until'],
  ['a period that begins in three years', { from: '2030-06-03', until: '2030-06-09' }, 'from'],
  ['more than a year', { until: '2028-08-01' }, 'until'],
  ['a weekday outside the period', { days: [0], until: '2027-06-09' }, 'days'],
  ['an unknown product', { product_id: 999_999 }, 'product_id'],
])('a week with %s is refused at its field', async (_, over, field) => {
  const refused = await paint(over)
  expect(refused.status).toBe(422)
  expect(Object.keys(Object(refused.body)).join()).toContain(field)
})

test('a week with another product’s fare creates nothing', async () => {
  const before = await count('select count(*)::int as n from departures')
  const { rows } = await shop.deps.database.query('select id from fares where product_id <> 6 limit 1')
  expect((await paint({ times: ['03:30'], fare_id: rows[0]?.['id'] })).status).toBe(422)
  expect(await count('select count(*)::int as n from departures')).toBe(before)
})

test('only staff can create a week', async () => {
  expect((await paint({}, await logIn(shop, 'customer@example.com'))).status).toBe(403)
})
