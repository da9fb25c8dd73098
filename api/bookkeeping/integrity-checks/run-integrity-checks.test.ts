import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Db } from '#api/db/client.ts'
import { TRANSFERRED_REFERENCES } from '#api/store/account-references.ts'
import { integrityCheckNames } from '#api/bookkeeping/rules/integrity-check-list.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { openDataDamage, Rollback } from '#tests/support/harmed-integrity.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellEveryKindOfOrder, type SoldOrders } from '#tests/support/sell-every-kind.ts'
import { runIntegrityChecks } from './run-integrity-checks.ts'

let shop: PayingShop
let sold: SoldOrders

beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellEveryKindOfOrder(shop)
}, 180_000)
afterAll(() => shop.close())

const { foundAfter, idOf, flightOf, holdOf } = openDataDamage(() => shop)

it('passes every check in a shop with sold, refunded and expired orders of every kind', async () => {
  const { rows } = await shop.deps.database.query('select distinct status from orders order by status')
  expect(rows.map(({ status }) => status)).toEqual([
    'awaiting_payment',
    'cancelled',
    'completed',
    'expired',
    'partially_refunded',
    'refunded',
  ])
  expect(await foundAfter([])).toEqual([])
})

it('runs one query per check, however much was sold', async () => {
  const { db } = shop.deps.database
  const queries = await countQueries(shop.deps.database, () => runIntegrityChecks(db, shop.clock.now()))
  expect(queries.filter((text) => text.includes('failing'))).toHaveLength(integrityCheckNames.length)
})

it('counts all failing rows and stores the first fifty', async () => {
  await shop.deps.database.db
    .transaction(async (tx) => {
      await tx.execute(sql`insert into webhook_inbox (event_id, type, received_at)
        select 'evt_' || n, 'refund.updated', ${shop.clock.now().toISOString()}::timestamptz - interval
          '2 hours'
        from generate_series(1, 60) n`)
      const checked = await runIntegrityChecks(tx as unknown as Db, shop.clock.now())
      const news = checked.find(({ check }) => check === 'provider_news')
      expect(news).toMatchObject({ failing: 60 })
      expect(news?.rows).toHaveLength(50)
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
})

describe('integrity checks of seats', () => {
  test('find a flight with too many seats', async () => {
    const flight = await flightOf(sold.card)
    const harm = [
      sql`alter table flights drop constraint flights_never_oversold`,
      sql`update flights set capacity = 1 where id = ${flight}::int`,
    ]
    expect(await foundAfter(harm)).toEqual([`seats_over_capacity: too_many_seats flight ${flight}`])
  })

  test('find a party too heavy for its aircraft and report no weight', async () => {
    const flight = await flightOf(sold.card)
    const harm = [sql`update flights set max_weight_lbs = 100 where id = ${flight}::int`]
    expect(await foundAfter(harm)).toEqual([`seats_over_capacity: too_heavy flight ${flight}`])
  })

  test('find a hold that the seat counters do not contain', async () => {
    const flight = await flightOf(sold.card)
    const harm = [sql`update flights set seats_sold = seats_sold - 1 where id = ${flight}::int`]
    expect(await foundAfter(harm)).toEqual([`seat_counters: count_differs flight ${flight}`])
  })

  test('find a paid order whose seats were released', async () => {
    const harm = [
      sql`update flights set seats_sold = 0 where id in (select flight_id from holds
        where order_id = ${sold.card})`,
      sql`update holds set state = 'released' where order_id = ${sold.card}`,
    ]
    expect(await foundAfter(harm)).toEqual([`paid_without_seat: seats_missing order ${String(sold.card)}`])
  })

  test('find a ticket for another flight than that of its seats', async () => {
    const harm = [
      sql`update order_item_seats set flight_id = (select min(flight_id) from holds
        where order_id = ${sold.waiting})
        where order_id = ${sold.card}`,
    ]
    expect(await foundAfter(harm)).toEqual([`paid_without_seat: sits_elsewhere order ${String(sold.card)}`])
  })

  test('find a party that flies another product although no move led there', async () => {
    const harm = [
      sql`update orders set product_id = 7 where id = ${sold.card}`,
      sql`insert into order_changes (order_id, kind, state, actor, wish, wish_hash, lines, total_cents,
        created_at)
        values (${sold.card}, 'reschedule', 'completed', 'clock', '{"toProductId": 8}', '', '[]', 0, now())`,
    ]
    expect(await foundAfter(harm)).toEqual([`paid_without_seat: other_product order ${String(sold.card)}`])
  })

  test('find a passenger named on a flight where their party has no seat for them', async () => {
    const flight = await flightOf(sold.waiting)
    const harm = [
      sql`update passengers set flight_id = ${flight}::int where order_id = ${sold.card} and position = 0`,
    ]
    expect(await foundAfter(harm)).toEqual([
      `paid_without_seat: named_without_seat order ${String(sold.card)}`,
    ])
  })

  test('find a paid reschedule whose party still has its old seats', async () => {
    const flight = await flightOf(sold.card)
    const harm = [
      sql`insert into order_changes (order_id, kind, state, actor, wish, wish_hash, lines, total_cents,
        created_at)
        values (${sold.card}, 'reschedule', 'completed', 'clock', '{}', '', '[]', 0, now())`,
      sql`insert into holds (order_id, order_change_id, for_move, flight_id, seats, state, expires_at,
        created_at)
        select ${sold.card}, max(id), true, ${flight}::int, 1, 'held', '2020-01-01', '2020-01-01'
          from order_changes`,
      sql`update flights set seats_held = seats_held + 1 where id = ${flight}::int`,
    ]
    expect(await foundAfter(harm)).toEqual([
      `paid_without_seat: paid_and_not_moved order ${String(sold.card)}`,
    ])
  })

  test('find seats sold to an unpaid order with an open payment', async () => {
    const harm = [
      sql`update flights set seats_sold = seats_held, seats_held = 0 where id in (select flight_id
        from holds where order_id = ${sold.waiting})`,
      sql`update holds set state = 'sold' where order_id = ${sold.waiting}`,
    ]
    expect(await foundAfter(harm)).toEqual([
      `seats_without_order: sold_unpaid hold ${await holdOf(sold.waiting)}`,
    ])
  })

  test('find seats held for a closed payment or an ended order', async () => {
    const hold = await holdOf(sold.waiting)
    const close = sql`update payment_attempts set state = 'canceled' where order_id = ${sold.waiting}`
    expect(await foundAfter([close])).toEqual([`seats_without_order: pinned_without_payment hold ${hold}`])
    const over = sql`update orders set status = 'expired' where id = ${sold.waiting}`
    const unpin = sql`update holds set payment_open = false where order_id = ${sold.waiting}`
    expect(await foundAfter([close, over, unpin])).toEqual([
      `seats_without_order: held_for_nothing hold ${hold}`,
    ])
  })

  test('find one seat more than was paid', async () => {
    const flight = await flightOf(sold.refundedInPart)
    const harm = [
      sql`update holds set seats = seats + 1 where order_id = ${sold.refundedInPart}`,
      sql`update flights set seats_sold = seats_sold + 1 where id = ${flight}::int`,
    ]
    expect(await foundAfter(harm)).toEqual([
      `seats_without_order: more_than_bought order ${String(sold.refundedInPart)}`,
    ])
  })

  test('find an aircraft with two flights at the same time', async () => {
    const [one, other] = [await flightOf(sold.card), await flightOf(sold.whole)]
    const harm = [
      sql`alter table flights drop constraint flights_aircraft_busy`,
      sql`update flights a set aircraft_id = b.aircraft_id, depart_at = b.depart_at, ready_at = b.ready_at
        from flights b where a.id = ${one}::int and b.id = ${other}::int`,
    ]
    // Its time is not that of its slot any more, either.
    expect(await foundAfter(harm)).toEqual([
      `aircraft_twice: delay_differs flight ${one}`,
      `aircraft_twice: overlap flight ${one}`,
    ])
  })

  test('find a pilot with two flights at the same time', async () => {
    const [one, other] = [await flightOf(sold.card), await flightOf(sold.whole)]
    const harm = [
      sql`update slots set depart_at = b.at, arrive_at = b.at + (arrive_at - depart_at)
        from (select s.depart_at as at from flights f join slots s on s.id = f.slot_id
          where f.id = ${other}::int) b
        where id = (select slot_id from flights where id = ${one}::int)`,
      sql`update flights f set depart_at = s.depart_at, ready_at = s.depart_at + (f.ready_at - f.depart_at),
        pilot_id = (select min(id) from users),
        aircraft_id = (select max(id) from aircraft where id not in (select aircraft_id from flights))
        from slots s where s.id = f.slot_id and f.id = ${one}::int`,
      sql`update flights set pilot_id = (select min(id) from users) where id = ${other}::int`,
    ]
    expect((await foundAfter(harm)).map((line) => line.replace(/ \d+$/, ''))).toEqual([
      'aircraft_twice: pilot_overlap flight',
    ])
  })
})

test('paid seats without an offer and flights on sale are found on cancelled departures', async () => {
  const flight = await flightOf(sold.card)
  const off = sql`update flights set status = 'called_off' where id = ${flight}::int`
  const slot = sql`update slots set called_off_at = ${shop.clock.now().toISOString()}::timestamptz
    where id = (select slot_id from flights where id = ${flight}::int)`
  expect(await foundAfter([off, slot], 9)).toEqual([])
  const row = `called_off: without_claim order ${String(sold.card)}`
  expect(await foundAfter([off, slot], 11)).toEqual([row])
  const call = sql`insert into call_offs (slot_id, reason, actor, created_at)
    select slot_id, 'weather', 'clock', now() from flights where id = ${flight}::int`
  const claim = sql`insert into reschedule_claims (call_off_id, order_id, token_hash, token_sealed,
    state, expires_at, created_at) select max(id), ${sold.card}, 'x', '\\x00', 'open', now(), now()
    from call_offs`
  expect(await foundAfter([off, slot, call, claim], 11)).toEqual([])
  const answered = sql`update reschedule_claims set state = 'closed', answered_at = now()`
  expect(await foundAfter([off, slot, call, claim, answered], 11)).toEqual([row])
  expect(await foundAfter([slot])).toEqual([`called_off: still_sold flight ${flight}`])
})

test('what an ended hold keeps closed, a hold of nothing and a party mailed twice are found', async () => {
  const flight = await flightOf(sold.card)
  const hold = (
    state: string,
  ) => sql`insert into weather_holds (terminal_id, local_date, from_time, until_time,
      decide_at, actor, created_at, state, ended_at) select terminal_id, local_date, '00:00', '23:59', now(),
      'user:1', now(), ${state}, case when ${state} = 'open' then null else now() end
    from slots where id = (select slot_id from flights where id = ${flight}::int)`
  const point = sql`update slots set weather_hold_id = (select max(id) from weather_holds)
    where id = (select slot_id from flights where id = ${flight}::int)`
  expect(await foundAfter([hold('open'), point])).toEqual([])
  const plain = async (harm: Parameters<typeof foundAfter>[0]) =>
    (await foundAfter(harm)).map((line) => line.replace(/ \d+$/, ''))
  expect(await plain([hold('released'), point])).toEqual(['called_off: closed_by_ended_hold departure'])
  expect(await plain([hold('open')])).toEqual(['called_off: hold_of_nothing weather_hold'])
  const notice = sql`insert into weather_hold_notices (weather_hold_id, order_id, told_at, first_decide_at,
    told_decide_at) select max(id), ${sold.card}, now(), now(), now() from weather_holds`
  const mail = (key: string) => sql`insert into mails (event_key, kind, brand_id, order_id, subject_id, "to",
      state, message_id, created_at, next_try_at) select ${key}, 'weather_hold', 1, ${sold.card}, max(id),
      'a@example.com', 'sent', ${key}, now(), now() from weather_hold_notices`
  expect(await foundAfter([hold('open'), point, notice, mail('one')])).toEqual([])
  expect(await foundAfter([hold('open'), point, notice, mail('one'), mail('two')])).toEqual([
    `called_off: told_twice order ${String(sold.card)}`,
  ])
})

describe('integrity checks of merged accounts', () => {
  const NOW = () => shop.clock.now().toISOString()
  /** Merges the buyer of an order by hand, without transferring anything. */
  const merge = (user: string) => [
    sql`insert into users (email, created_at) values ('kept@example.com', now())`,
    sql`update users set password_hash = null, merged_at = ${NOW()}::timestamptz, merged_into_id =
      (select id from users where email = 'kept@example.com') where id = ${user}::int`,
  ]

  test('find everything that still refers to the merged account', async () => {
    const user = await idOf('select user_id from orders where id = $1', sold.card)
    const found = await foundAfter(merge(user))
    expect(found).toContain(`merged_accounts: left_behind order ${String(sold.card)}`)
    for (const { table, column } of TRANSFERRED_REFERENCES) {
      const to = sql`(select merged_into_id from users where id = ${user}::int)`
      const all = TRANSFERRED_REFERENCES.map(
        (one) =>
          sql`update ${one.table} set ${sql.identifier(one.column.name)} = ${to}
            where ${one.column} = ${user}::int`,
      )
      // A trigger would correct it.
      const back = sql`update ${table} set ${sql.identifier(column.name)} = ${user}::int
        where ${getTableColumns(table)['id'] ?? column} = (select min(id) from ${table}
        where ${column} is not null)`
      const harm = [...merge(user), ...all, sql`set local session_replication_role = replica`, back]
      const name = getTableName(table)
      // The users table itself contains the merged account.
      const any =
        name === 'users'
          ? 1
          : await shop.count(`select count(*) from ${name} where ${column.name} is not null`)
      const kinds = (await foundAfter(harm)).filter((row) => row.startsWith('merged_accounts: left_behind'))
      expect(kinds.length, name).toBe(any > 0 ? 1 : 0)
    }
  })

  test('find active sign-ins, credit and cards of the merged account', async () => {
    const user = await idOf("select id from users where email = 'customer@example.com'")
    const moved = TRANSFERRED_REFERENCES.map(
      ({ table, column }) =>
        sql`update ${table} set ${sql.identifier(column.name)} = (select merged_into_id from users
          where id = ${user}::int) where ${column} = ${user}::int`,
    )
    const clean = [
      ...merge(user),
      ...moved,
      sql`delete from credit_balances where user_id = ${user}::int`,
      sql`update credit_cards set removed_at = now(), is_default = false where user_id = ${user}::int`,
      sql`update sessions set revoked_at = now() where user_id = ${user}::int`,
    ]
    const own = async (harm: SQL[]) =>
      (await foundAfter([...clean, ...harm])).filter((row) => row.startsWith('merged_accounts'))
    expect(await own([])).toEqual([])
    const at = sql`now()`
    for (const [harm, row] of [
      [
        sql`insert into credit_balances (user_id, balance_cents) values (${user}::int, 500)`,
        `left_behind credit_balance ${user}`,
      ],
      [
        sql`insert into user_roles (user_id, role_id) values (${user}::int, 3)`,
        `not_ended user_role ${user}`,
      ],
      [sql`update users set password_hash = 'x' where id = ${user}::int`, `not_ended user ${user}`],
      [
        sql`insert into sessions (id, user_id, scope, created_at, expires_at)
          values ('00000000-0000-4000-8000-000000000001', ${user}::int, 'customer', ${at}, ${at})`,
        'not_ended session 00000000-0000-4000-8000-000000000001',
      ],
    ] as const)
      expect(await own([harm])).toEqual([`merged_accounts: ${row}`])
  })
})

describe('integrity checks of messages', () => {
  test('find unsent mails after ten minutes and failed ones, but not scheduled ones', async () => {
    const mail = await idOf('select min(id) from mails')
    const queued = sql`update mails set state = 'queued', tries = 1 where id = ${mail}::int`
    expect(await foundAfter([queued])).toEqual([`mails_unsent: queued mail ${mail}`])
    const failed = sql`update mails set state = 'failed', tries = 12 where id = ${mail}::int`
    expect(await foundAfter([failed])).toEqual([`mails_unsent: failed mail ${mail}`])
    const later = sql`update mails set state = 'queued', tries = 0, next_try_at =
      ${shop.clock.now().toISOString()}::timestamptz where id = ${mail}::int`
    expect(await foundAfter([later], 9)).toEqual([])
    expect(await foundAfter([later], 11)).toEqual([`mails_unsent: queued mail ${mail}`])
  })

  test('find a bounced ticket without a task and a newsletter to a refused address', async () => {
    const mail = await idOf(
      'select min(m.id) from mails m join orders o on o.id = m.order_id and o.email = m."to" ' +
        "where m.kind = 'order_confirmation'",
    )
    const bounced = sql`update mails set state = 'bounced', sealed = null where id = ${mail}::int`
    expect(await foundAfter([bounced])).toEqual([`mails_lost: no_task mail ${mail}`])
    const task = sql`insert into staff_tasks (kind, mail_id, created_at)
      values ('mail_bounced', ${mail}::int, now())`
    expect(await foundAfter([bounced, task])).toEqual([])
    const at = shop.clock.now().toISOString()
    const bad = sql`insert into mail_bounces (email, type, source, reason, says, at, created_at)
      values ('bad@example.com', 'hard', 'report', 'unknown', '', ${at}::timestamptz, ${at}::timestamptz)`
    const reader = sql`insert into newsletter_subscribers (id, brand_id, list, email, state, asked_at,
      confirmed_at, created_at) values (9001, 1, 'news', 'bad@example.com', 'confirmed', now(), now(), now())`
    expect(await foundAfter([bad, reader])).toEqual(['mails_lost: still_reads newsletter_subscriber 9001'])
    const sent = sql`insert into mails (id, event_key, kind, brand_id, "to", state, message_id, created_at,
      next_try_at, sent_at) values (9001, 'w:1', 'newsletter_welcome', 1, 'bad@example.com', 'sent', 'w1',
      ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz + interval '2 minutes')`
    expect(await foundAfter([bad, sent])).toEqual(['mails_lost: sent_news mail 9001'])
    const settled = sql`update mail_bounces set settled_at = ${at}::timestamptz
      where email = 'bad@example.com'`
    expect(await foundAfter([bad, settled, reader, sent])).toEqual([])
  })

  test('find provider events that were not processed', async () => {
    const event = await idOf('select event_id from webhook_inbox order by received_at desc, event_id limit 1')
    const harm = sql`update webhook_inbox set handled_at = null where event_id = ${event}`
    expect(await foundAfter([harm], 61)).toEqual([`provider_news: not_worked_off event ${event}`])
    expect(await foundAfter([harm], 0)).toEqual([])
  })
})
