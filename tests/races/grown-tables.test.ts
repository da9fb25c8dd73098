import { expect, it } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { openPayingShop } from '../support/paying-shop.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { typeCard } from '../support/type-card.ts'

const ROWS = 100_000
/** The tables that each order makes longer, and the columns that differ between their rows. */
const GROWN: Record<string, string[]> = {
  users: ['id', 'email'],
  sessions: ['id', 'user_id'],
  slots: ['id', 'departure_id'],
  flights: ['id', 'slot_id', 'aircraft_id'],
  orders: ['id', 'user_id', 'session_id'],
  order_lines: ['id', 'order_id'],
  order_events: ['id', 'order_id'],
  order_item_seats: ['id', 'order_id', 'flight_id'],
  passengers: ['id', 'order_id', 'flight_id'],
  holds: ['id', 'order_id', 'flight_id'],
  payment_attempts: ['id', 'order_id', 'reference', 'idem_key', 'payment_intent'],
  payments: ['id', 'order_id', 'attempt_id', 'payment_intent'],
  ledger_transactions: ['id', 'order_id', 'event_key'],
  ledger_entries: ['id', 'transaction_id'],
  mails: ['id', 'event_key', 'message_id', 'order_id', 'user_id', 'subject_id'],
}

/** Copies a row of each table, as of orders that other customers placed. */
async function growTables(databaseUrl: string) {
  const unchecked = `${databaseUrl}?options=${encodeURIComponent('-c session_replication_role=replica')}`
  // All tables at once, each on its connection: none may wait for one.
  const maxConnections = Object.keys(GROWN).length
  const { query, close } = await openDatabase({ databaseUrl: unchecked, dataDir: '', maxConnections })
  const grow = async ([table, own]: [string, string[]]) => {
    const { rows } = await query(
      `select quote_ident(column_name) as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1`,
      [table],
    )
    const columns = rows.map(({ name }) => String(name))
    const values = rows.map(({ name, type }) => {
      if (!own.includes(String(name))) return String(name)
      return type === 'uuid' ? 'gen_random_uuid()' : `n::text::${String(type)}`
    })
    await query(
      `insert into ${table} (${columns.join()}) overriding system value select ${values.join()}
        from (select * from ${table} limit 1) one,
          generate_series(1000001, ${String(1_000_000 + ROWS)}) n`,
    )
  }
  await Promise.all(Object.entries(GROWN).map(grow))
  // What the server does itself soon after.
  await query('analyze')
  await close()
}

it('an order reads by index after its tables grew from a few rows to 100,000', async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  // One connection, so that all its named statements have had their plans.
  const database = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  const shop = await openPayingShop(database)
  let buyers = 0
  const buy = async () => {
    const token = await shop.guest(`buyer${String((buyers += 1))}@example.com`)
    const order = await shop.order(token, 1)
    const source = await typeCard(shop.sandbox, '4242424242424242')
    expect((await shop.pay(token, order, { stripe_source: source })).status).toBe(201)
    expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  }
  // The server decides on a plan for all values at the sixth execution.
  for (let time = 0; time < 8; time++) await buy()
  await growTables(databaseUrl)
  const names = Object.keys(GROWN)
  const readBySequence = async () => {
    await database.query('select pg_stat_force_next_flush()')
    const { rows } = await database.query(
      'select relname as name, seq_tup_read::int as read from pg_stat_user_tables where relname = any($1)',
      [names],
    )
    return new Map(rows.map(({ name, read }) => [String(name), Number(read)]))
  }
  const before = await readBySequence()
  expect(before.size).toBe(names.length)
  await buy()
  const after = await readBySequence()
  const scanned = names.filter((name) => after.get(name) !== before.get(name))
  expect(scanned).toEqual([])
  await shop.close()
})
