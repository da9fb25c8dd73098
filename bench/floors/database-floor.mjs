import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import pg from 'pg'

// The baseline for reading and selling: plain `pg` with prepared statements, without a shop. It
// reads lines of "<select|order> <milliseconds>" and answers each with its speed as JSON.
const CLIENTS = 8
const SLOTS = 500
const pool = new pg.Pool({ connectionString: process.argv[2], max: CLIENTS })

await pool.query(`
  create table floor_slots (id int primary key, name text not null, capacity int not null, sold int not
    null default 0,
    check (sold <= capacity));
  create table floor_orders (id bigint generated always as identity primary key, reference text not null
    unique,
    email text not null, total_cents int not null, status text not null, paid_at timestamptz);
  create table floor_items (id bigint generated always as identity primary key, order_id bigint not null
    references floor_orders,
    slot_id int not null references floor_slots, passenger text not null, unit_cents int not null);
  create index on floor_items (order_id);
  create table floor_payments (id bigint generated always as identity primary key, order_id bigint not
    null references floor_orders,
    provider_ref text not null unique, amount_cents int not null, status text not null);
  insert into floor_slots select n, 'slot ' || n, 1000000, 0 from generate_series(1, ${SLOTS}) n;
`)
const someSlot = () => 1 + Math.floor(Math.random() * SLOTS)
const ask = (client, name, text, values) => client.query({ name, text, values })

const work = {
  select: () => ask(pool, 'select', 'select * from floor_slots where id = $1', [someSlot()]),
  order: async () => {
    const client = await pool.connect()
    const [reference, slot] = [randomUUID(), someSlot()]
    try {
      await client.query('begin')
      await ask(client, 'take', 'update floor_slots set sold = sold + 1 where id = $1 and sold < capacity', [
        slot,
      ])
      const made = await ask(
        client,
        'order',
        'insert into floor_orders (reference, email, total_cents, status) values ($1, $2, ' +
          "25200, 'pending') returning id",
        [reference, `${reference}@example.com`],
      )
      const { id } = made.rows[0]
      await ask(
        client,
        'item',
        'insert into floor_items (order_id, slot_id, passenger, unit_cents) values ($1, $2, ' +
          "'Ada Lovelace', 25200)",
        [id, slot],
      )
      await ask(
        client,
        'payment',
        'insert into floor_payments (order_id, provider_ref, amount_cents, status) values ($1, ' +
          "$2, 25200, 'succeeded')",
        [id, reference],
      )
      await ask(client, 'paid', "update floor_orders set status = 'paid', paid_at = now() where id = $1", [
        id,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  },
}

async function drive(once, milliseconds) {
  const start = performance.now()
  const times = []
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - start < milliseconds) {
        const begun = performance.now()
        await once()
        times.push(performance.now() - begun)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p95: times[Math.floor(times.length * 0.95)] ?? 0 }
}

// Fills the tables first, because a query plan that was made for empty tables would stay.
for (let made = 0; made < 500; made++) await work.order()
await pool.query('analyze')

process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  const [mode, milliseconds] = line.split(' ')
  process.stdout.write(`${JSON.stringify(await drive(work[mode], Number(milliseconds)))}\n`)
}
await pool.end()
