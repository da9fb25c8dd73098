import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import pg from 'pg'

// The baseline for a purchase over HTTP: bare `node:http` answers the same four calls, each with one
// prepared statement and the reply of the real shop. The replies come as one line of JSON on the
// standard input.
const CLIENTS = 8
const SLOTS = 500
const PRELOADED = 20_000
const pool = new pg.Pool({ connectionString: process.argv[2], max: CLIENTS })
await pool.query(`
  create table http_slots (id int primary key, capacity int not null, sold int not null default 0,
    check (sold <= capacity)) with (fillfactor = 70);
  create table http_orders (id bigint generated always as identity primary key, email text not null,
    total_cents int not null, status text not null, paid_at timestamptz) with (fillfactor = 80);
  create index on http_orders (email);
  create table http_items (id bigint generated always as identity primary key, order_id bigint not null
    references http_orders, slot_id int not null references http_slots, passenger text not null);
  create index on http_items (order_id);
  create table http_payments (id bigint generated always as identity primary key, order_id bigint not
    null references http_orders, amount_cents int not null, status text not null);
  create index on http_payments (order_id);
  insert into http_slots select n, 1000000000, 0 from generate_series(1, ${SLOTS}) n;
  insert into http_orders (email, total_cents, status, paid_at)
    select 'guest' || n % 500 || '@example.com', 25200, 'paid', now() from generate_series(1, ${PRELOADED}) n;
  insert into http_items (order_id, slot_id, passenger)
    select id, 1 + id % ${SLOTS}, 'Ada Lovelace' from http_orders;
  insert into http_payments (order_id, amount_cents, status) select id, 25200, 'succeeded' from http_orders;
  create function place_http_order(slot int, email text) returns bigint language plpgsql as $$
  declare made bigint;
  begin
    insert into http_orders (email, total_cents, status) values (email, 25200, 'pending')
      returning id into made;
    insert into http_items (order_id, slot_id, passenger) values (made, slot, 'Ada Lovelace');
    insert into http_payments (order_id, amount_cents, status) values (made, 25200, 'pending');
    update http_slots set sold = sold + 1 where id = slot and sold < capacity;
    return made;
  end $$;
`)
await pool.query('analyze')
const ask = async (name, text, values) => (await pool.query({ name, text, values })).rows[0]

const [line] = await new Promise((resolve) =>
  createInterface({ input: process.stdin }).once('line', (text) => resolve([text])),
)
const replies = JSON.parse(line)
const order = (call, id) => ({ ...replies[call], order: { ...replies[call].order, id: Number(id) } })

async function answer(path, body) {
  if (path === '/v1/customers') {
    await ask('customer', 'select id from http_slots where id = $1', [1])
    return replies.customers
  }
  if (path === '/v1/orders') {
    const [{ departure_id: departure }] = body.order_item_seats_attributes
    const made = await ask('order', 'select place_http_order($1, $2) as id', [
      1 + (departure % SLOTS),
      'guest@example.com',
    ])
    return order('orders', made.id)
  }
  if (path === '/v1/payments') {
    await ask('payment', "update http_orders set status = 'paid', paid_at = now() where id = $1", [
      body.payment.order_id,
    ])
    return replies.payments
  }
  const id = path.split('/').at(-1)
  await ask('read', 'select * from http_orders where id = $1', [id])
  return order('read', id)
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', async () => {
    const body = text === '' ? undefined : JSON.parse(text)
    const [status, reply] = await answer(request.url, body).then(
      (made) => [200, made],
      (error) => [500, { error: String(error) }],
    )
    const sent = Buffer.from(JSON.stringify(reply))
    response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': String(sent.length) })
    response.end(sent)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
