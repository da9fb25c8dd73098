import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemoDatabase } from '#tests/support/test-database.ts'
import { type Database } from './client.ts'

const DAY = '2031-03-04'
let database: Database
const ask = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows
const idOf = async (text: string) => Number((await ask(text))[0]?.['id'])

beforeAll(async () => {
  database = await createDemoDatabase()
})
afterAll(() => database.close())

describe('the migrations', () => {
  it('create exactly the tables of the schema, so that drizzle-kit has nothing to generate', () => {
    const root = resolve(import.meta.dirname, '../..')
    mkdirSync(resolve(root, '.cache'), { recursive: true })
    const copy = mkdtempSync(resolve(root, '.cache/migrations-'))
    cpSync(resolve(import.meta.dirname, 'migrations'), copy, { recursive: true })
    const files = readdirSync(copy, { recursive: true })
    const command = ['generate', '--dialect', 'postgresql', '--schema', './api/db/schema/*.ts', '--out']
    const { stdout } = spawnSync(
      process.execPath,
      ['node_modules/drizzle-kit/bin.cjs', ...command, relative(root, copy)],
      { cwd: root, encoding: 'utf8' },
    )
    expect(stdout).toContain('No schema changes')
    expect(readdirSync(copy, { recursive: true })).toEqual(files)
    rmSync(copy, { recursive: true })
  })

  it('create the rows that the code needs: roles and the version of the catalogue', async () => {
    expect(await ask('select id, name from roles order by id')).toEqual([
      { id: 1, name: 'admin' },
      { id: 2, name: 'staff' },
      { id: 3, name: 'pilot' },
      { id: 4, name: 'agent' },
    ])
    expect(await ask('select "only" from catalogue_version')).toEqual([{ only: true }])
    await expect(ask('insert into catalogue_version ("only") values (false)')).rejects.toThrow('one_row')
  })

  it('keep the counts of calls in an unlogged table', async () => {
    expect(await ask("select relname from pg_class where relpersistence = 'u' and relkind = 'r'")).toEqual([
      { relname: 'call_counts' },
    ])
  })

  it('let an order name only a membership plan that exists', async () => {
    const constraint = await ask(
      "select pg_get_constraintdef(oid) as says from pg_constraint where conname like 'orders_membership%'",
    )
    expect(constraint).toEqual([{ says: 'FOREIGN KEY (membership_plan_id) REFERENCES plans(id)' }])
  })
})

describe('flights', () => {
  let slot: number
  let aircraft: number
  beforeAll(async () => {
    aircraft = await idOf('select id from aircraft order by id limit 1')
    slot = await idOf(
      `insert into slots (product_id, departure_id, terminal_id, local_date, depart_at, arrive_at)
       select p.id, d.id, p.departure_terminal_id, '${DAY}', '${DAY} 15:00Z', '${DAY} 15:20Z'
       from products p join departures d on d.product_id = p.id order by d.id limit 1 returning id`,
    )
  })
  const addFlight = (from: string, until: string, { seats = 1, status = 'scheduled' } = {}) =>
    idOf(
      `insert into flights
         (slot_id, aircraft_id, flight_code, depart_at, ready_at,
          capacity, max_weight_lbs, seats_sold, status)
       values (${String(slot)}, ${String(aircraft)}, 'T1', '${DAY} ${from}Z', '${DAY} ${until}Z', 6, 1200,
         ${String(seats)}, '${status}') returning id`,
    )

  it('of one aircraft do not overlap, turnaround included, while they have seats', async () => {
    await addFlight('15:00', '15:30')
    await expect(addFlight('15:29', '15:59')).rejects.toThrow('flights_aircraft_busy')
    await addFlight('15:30', '16:00')
    await addFlight('15:10', '15:40', { seats: 0 })
    await addFlight('15:10', '15:40', { status: 'called_off' })
  })

  it('of a cancelled departure get no more seats but may lose them', async () => {
    const flight = await addFlight('17:00', '17:30', { seats: 2, status: 'called_off' })
    const setSeats = (column: string, seats: number) =>
      ask(`update flights set ${column} = ${String(seats)} where id = ${String(flight)}`)
    await expect(setSeats('seats_sold', 3)).rejects.toThrow('is called off')
    await expect(setSeats('seats_held', 1)).rejects.toThrow('is called off')
    await setSeats('seats_sold', 1)
  })

  it('are not added to a departure that was cancelled', async () => {
    await ask('update slots set called_off_at = now() where id = $1', [slot])
    await expect(addFlight('19:00', '19:30')).rejects.toThrow(`slot ${String(slot)} is called off`)
    await ask('update slots set called_off_at = null where id = $1', [slot])
    await addFlight('19:00', '19:30')
  })

  it('are never oversold', async () => {
    const flight = await addFlight('21:00', '21:30', { seats: 6 })
    const hold = ask('update flights set seats_held = 1 where id = $1', [flight])
    await expect(hold).rejects.toThrow('flights_never_oversold')
  })
})

describe('the ledger', () => {
  let key = 0
  const post = async (at: string, ...amounts: number[]) => {
    key += 1
    const entries = amounts.map((amount) => `select id, 'test', ${String(amount)} from posted`)
    await ask(
      `with posted as (insert into ledger_transactions (kind, event_key, at)
         values ('test', 'test:${String(key)}', '${at}') returning id)
       insert into ledger_entries (transaction_id, account, amount_cents) ${entries.join(' union all ')}`,
    )
    return key
  }

  it('takes a transaction whose entries sum to zero, and refuses any other', async () => {
    await post('2031-01-02', 500, -300, -200)
    await expect(post('2031-01-02', 500, -300)).rejects.toThrow('does not balance')
    await expect(post('2031-01-02', 0, 0)).rejects.toThrow('ledger_entries_not_zero')
  })

  it('refuses to take one entry away from a balanced transaction', async () => {
    const posted = await post('2031-01-02', 700, -700)
    const taken = ask(
      `delete from ledger_entries where amount_cents = 700 and transaction_id =
         (select id from ledger_transactions where event_key = 'test:${String(posted)}')`,
    )
    await expect(taken).rejects.toThrow('does not balance')
  })

  it('deletes the carried balances after a new entry, and no earlier ones', async () => {
    await ask(
      `insert into ledger_carried (at, account, amount_cents)
       values ('2031-02-01', 'test', 1), ('2031-03-01', 'test', 2)`,
    )
    await post('2031-02-15', 100, -100)
    expect(await ask("select amount_cents::int as cents from ledger_carried where account = 'test'")).toEqual(
      [{ cents: 1 }],
    )
  })
})

describe('the versions of cached data', () => {
  const catalogue = [
    ...['brands', 'brand_hosts', 'terminals', 'aircraft_types', 'aircraft', 'product_categories', 'products'],
    ...['product_category_products', 'fares', 'fees', 'departures', 'departure_exceptions', 'upgrades'],
    ...['product_upgrades', 'campaigns', 'discounts', 'discount_codes', 'plans'],
  ]
  const tokenOf = async () => (await ask('select token from catalogue_version'))[0]?.['token']
  const countOf = async () =>
    (await ask('select coalesce(sum(changes), 0)::int as n from stock_changes'))[0]?.['n']

  it.each(catalogue)('give the catalogue a new token when a statement writes to %s', async (table) => {
    const before = await tokenOf()
    await ask(`delete from ${table} where false`)
    expect(await tokenOf()).not.toBe(before)
  })

  it.each(['slots', 'flights', 'holds', 'discount_code_uses'])(
    'count a change of stock when a statement writes to %s',
    async (table) => {
      const before = Number(await countOf())
      await ask(`delete from ${table} where false`)
      expect(await countOf()).toBe(before + 1)
    },
  )

  it('count a change when a run of the integrity checks is updated', async () => {
    const before = Number(await countOf())
    await ask('update promise_runs set state = state where false')
    expect(await countOf()).toBe(before + 1)
  })

  it('do not change when any other table is written', async () => {
    const before = [await tokenOf(), await countOf()]
    await ask('delete from drafts where false')
    expect([await tokenOf(), await countOf()]).toEqual(before)
  })
})

describe('the audit log', () => {
  it('takes new rows and refuses to change or delete one', async () => {
    await ask(
      `insert into audit_log (at, user_id, action, resource, resource_id)
       select now(), min(id), 'update', 'brand', 1 from users`,
    )
    await expect(ask("update audit_log set action = 'delete'")).rejects.toThrow('only added to')
    await expect(ask('delete from audit_log')).rejects.toThrow('only added to')
  })
})

describe('rows written for a merged account', () => {
  it('belong to the account it was merged into, after inserts and updates', async () => {
    const kept = await idOf(
      "insert into users (email, created_at) values ('kept@shop.test', now()) returning id",
    )
    const merged = await idOf(
      `insert into users (email, created_at, merged_into_id, merged_at)
       values ('merged@shop.test', now(), ${String(kept)}, now()) returning id`,
    )
    const mail = await ask(
      `insert into mails
         (event_key, kind, brand_id, user_id, "to", state, message_id, created_at, next_try_at)
       values ('merged:1', 'test', 1, $1, 'a@shop.test', 'sent', 'merged:1', now(), now()) returning user_id`,
      [merged],
    )
    expect(mail).toEqual([{ user_id: kept }])
    const prize = await ask(
      `insert into prizes (upgrade_id, user_id, name, created_at)
       select (select min(id) from upgrades), (select min(id) from users), 'Prize', now() returning id`,
    )
    const moved = await ask('update prizes set user_id = $1 where id = $2 returning user_id', [
      merged,
      prize[0]?.['id'],
    ])
    expect(moved).toEqual([{ user_id: kept }])
  })

  it('are redirected in every table with rows of customers', async () => {
    const found = await ask(
      `select relname || '.' || attname as followed
       from pg_trigger t join pg_class c on c.oid = tgrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (tgattr)
       where tgfoid = 'follow_merged_account'::regproc
         and pg_get_triggerdef(t.oid) like '%follow_merged_account(''' || attname || ''')'
       order by 1`,
    )
    expect(found.map(({ followed }) => followed)).toEqual([
      'form_entries.user_id',
      'gift_cards.purchaser_id',
      'gift_shares.giver_id',
      'mails.user_id',
      'orders.user_id',
      'prizes.user_id',
      'subscriptions.user_id',
      'vouchers.user_id',
      'waitlist_entries.user_id',
    ])
  })
})
