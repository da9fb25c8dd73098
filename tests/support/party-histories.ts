import fc from 'fast-check'
import { type Order, OrderReply } from '#contract/order.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { type Account, openAccount } from './give-tenders.ts'
import { flightAt } from './reschedule-flight.ts'
import { type Flight, type PayingShop } from './paying-shop.ts'
import { openStaffMember } from './staff-member.ts'

/** Something that happens to a departure's parties; numbers choose among what exists by then. */
export type PartyEvent =
  | { kind: 'sale'; at: number; weights: (number | null)[]; named: number; whole: boolean }
  | { kind: 'refund'; order: number; people: number[]; alsoSecond: boolean }
  | { kind: 'cancel'; order: number; people: number[]; byStaff: boolean }
  | { kind: 'reschedule'; order: number; people: number[]; to: number }
  | { kind: 'correction'; order: number; person: number; weight: number }
  | { kind: 'absence'; order: number; person: number }

const index = fc.nat(20)
const people = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 })
const weight = fc.constantFrom(120, 150, 190, 230, 276, 300)

/** Generates a history of up to nine events that begins with sales. */
export const partyHistories: fc.Arbitrary<PartyEvent[]> = fc
  .tuple(
    fc.array(
      fc.record({
        kind: fc.constant('sale' as const),
        at: fc.nat(1),
        weights: fc.array(fc.option(weight, { freq: 3 }), { minLength: 1, maxLength: 4 }),
        named: fc.nat(4),
        whole: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('refund' as const), order: index, people, alsoSecond: fc.boolean() }),
        fc.record({ kind: fc.constant('cancel' as const), order: index, people, byStaff: fc.boolean() }),
        fc.record({ kind: fc.constant('reschedule' as const), order: index, people, to: fc.nat(1) }),
        fc.record({ kind: fc.constant('correction' as const), order: index, person: fc.nat(3), weight }),
        fc.record({ kind: fc.constant('absence' as const), order: index, person: fc.nat(3) }),
      ),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([sales, rest]) => [...sales, ...rest])

/** Two departures at one price, on which histories happen one after the other. */
export interface PartySandbox {
  live: (history: readonly PartyEvent[]) => Promise<void>
  /** Lists every inconsistency as a sentence; empty if there is none. */
  disagreements: () => Promise<string[]>
  /** Refunds everything, so that the next history begins with empty aircraft. */
  clear: () => Promise<void>
}

export async function openPartySandbox(shop: PayingShop): Promise<PartySandbox> {
  const { query } = shop.deps.database
  await query(
    `insert into aircraft (registration, aircraft_type_id, terminal_id)
      select 'N49TWO', a.aircraft_type_id, a.terminal_id from aircraft a join products p
        on p.aircraft_type_id = a.aircraft_type_id and p.departure_terminal_id = a.terminal_id
      where p.id = 6 limit 1 on conflict do nothing`,
  )
  const ground = {
    shop,
    staff: await openStaffMember(shop.deps, 'admin'),
    who: await openAccount(shop.deps),
    flights: [await flightAt(shop, '2027-06-18', '11:00'), await flightAt(shop, '2027-06-25', '11:00')],
    orders: [] as Order[],
    slips: 0,
  }
  return {
    live: async (history) => {
      for (const one of history) await happen(ground, one)
    },
    disagreements: () => findDisagreements(ground),
    clear: async () => {
      for (const { id } of ground.orders) {
        const body = { refund: { order_id: id, reason: 'The end of a history' } }
        await shop.call('POST', '/v1/refunds', { token: ground.staff.token, body })
      }
      ground.orders = []
    },
  }
}

interface Ground {
  shop: PayingShop
  staff: Account
  who: Account
  flights: Flight[]
  orders: Order[]
  slips: number
}

async function happen(ground: Ground, one: PartyEvent): Promise<void> {
  if (one.kind === 'sale') {
    await sell(ground, one)
    return
  }
  const chosen = ground.orders[one.order % Math.max(1, ground.orders.length)]
  if (!chosen) return
  const { shop, staff, who } = ground
  const order = await shop.read(who.token, chosen)
  const path = `/v1/orders/${String(order.id)}`
  const { token } = staff
  const idsOf = (wanted: readonly number[]) =>
    order.passengers.filter((_, at) => wanted.includes(at)).map(({ id }) => id)
  if (one.kind === 'correction' || one.kind === 'absence') {
    const [id] = idsOf([one.person])
    const passenger = one.kind === 'correction' ? { weight: one.weight } : { stays_home: true }
    await shop.call('PATCH', `${path}/passengers/${String(id ?? 0)}`, { token, body: { passenger } })
    return
  }
  const passenger_ids = idsOf(one.people)
  if (passenger_ids.length === 0) return
  if (one.kind === 'refund') await refund(ground, order, { ...one, passenger_ids })
  else if (one.kind === 'cancel') await cancel(ground, path, passenger_ids, one.byStaff)
  else await reschedule(ground, order, passenger_ids, one.to)
}

async function sell(ground: Ground, { at, weights, named, whole }: PartyEvent & { kind: 'sale' }) {
  const { shop, staff, who, flights } = ground
  const flight = flights[at]
  if (!flight) return
  const place = { departure_id: flight.departureId, depart_at: flight.departAt }
  const size = whole ? weights.length * 2 - 1 : weights.length
  const passengers_attributes = weights
    .slice(0, named)
    .map((weight, nth) => ({ full_name: `Passenger ${String(nth + 1)}`, weight }))
  const items = whole
    ? { order_item_flights_attributes: [{ ...place, quantity: size }] }
    : { order_item_seats_attributes: [{ ...place, quantity: size }] }
  const order = { brand_id: 1, ...items, passengers_attributes, terms_and_conditions: true }
  const placed = await shop.call('POST', '/v1/orders', { token: who.token, body: { order } })
  if (placed.status !== 201) return
  const made = OrderReply.parse(placed.body).order
  ground.slips += 1
  const counter_payment = {
    order_id: made.id,
    method: 'reader',
    amount: made.amount_due,
    reader_reference: `S${String(ground.slips)}`,
  }
  const paid = await shop.call('POST', '/v1/counter_payments', {
    token: staff.token,
    body: { counter_payment },
  })
  if (paid.status !== 201) throw new Error(`not paid: ${JSON.stringify(paid.body)}`)
  ground.orders.push(made)
}

async function refund(
  { shop, staff: { token } }: Ground,
  { id, lines: sold }: Order,
  { passenger_ids, alsoSecond }: { passenger_ids: number[]; alsoSecond: boolean },
): Promise<void> {
  const seats = sold.flatMap(({ kind }, position) => (kind === 'seat' || kind === 'flight' ? [position] : []))
  const [first, second] = seats
  if (first === undefined) return
  const quantity = sold[first]?.kind === 'flight' ? 1 : passenger_ids.length
  const lines = [
    { position: first, quantity },
    ...(second !== undefined && alsoSecond ? [{ position: second, quantity: 1 }] : []),
  ]
  const body = { refund: { order_id: id, reason: 'In a history', lines, passenger_ids } }
  await shop.call('POST', '/v1/refunds', { token, body })
}

async function cancel(
  { shop, staff, who }: Ground,
  path: string,
  passenger_ids: number[],
  byStaff: boolean,
): Promise<void> {
  const query = passenger_ids.map((id) => `passenger_ids[]=${String(id)}`).join('&')
  const seen = await shop.call('GET', `${path}/cancellation?${query}`, { token: who.token })
  const { amount } = (seen.body as { cancellation?: { amount: number } }).cancellation ?? {}
  if (amount === undefined) return
  const cancellation = byStaff
    ? { reason: 'In a history', expected_amount: amount, passenger_ids }
    : { amount, passenger_ids }
  const token = byStaff ? staff.token : who.token
  const call = byStaff ? 'staff_cancellations' : 'cancellation'
  await shop.call('POST', `${path}/${call}`, { token, body: { cancellation } })
}

async function reschedule(
  { shop, staff: { token }, flights }: Ground,
  order: Order,
  passenger_ids: number[],
  to: number,
): Promise<void> {
  const [target, other] = [flights[to], flights[1 - to]]
  const from = order.flights.find(({ depart_at: at }) => Date.parse(at) === Date.parse(other?.departAt ?? ''))
  if (!target || !from) return
  const reschedule = {
    flight_id: from.flight_id,
    ...(order.quantity_type === 'seat' ? { passenger_ids } : {}),
    departure_id: target.departureId,
    depart_at: target.departAt,
    items: { reschedule_fee: 0, reschedule_price_difference: 0 },
    waive_fee: true,
    reason: 'In a history',
  }
  const path = `/v1/orders/${String(order.id)}/staff_reschedules`
  await shop.call('POST', path, { token, body: { reschedule } })
}

/** Compares what each order bought and did not return with its sold seats and its passengers. */
const BY_ORDER = `
  select o.id, o.quantity_type, o.status,
    coalesce((select sum(h.seats) from holds h where h.order_id = o.id
      and h.state = 'sold'), 0)::int as seats,
    (select count(*) from holds h where h.order_id = o.id and h.state = 'sold')::int as aircraft,
    (select count(*) from passengers p where p.order_id = o.id and not p.stays_home)::int as people,
    coalesce((select sum(l.quantity) from order_lines l where l.order_id = o.id
      and l.kind in ('seat', 'flight')), 0)::int
      - coalesce((select sum((back ->> 'quantity')::int) from order_refunds r cross
        join jsonb_array_elements(r.lines) back
        join order_lines l on l.order_id = r.order_id and l.position = (back ->> 'position')::int
        where r.order_id = o.id and l.kind in ('seat', 'flight')), 0)::int as units,
    coalesce((select sum(l.quantity) from order_lines l where l.order_id = o.id and l.kind = 'seat'
      and l.rule not like 'second_seat%'), 0)::int
      - coalesce((select sum((back ->> 'quantity')::int) from order_refunds r cross
        join jsonb_array_elements(r.lines) back
        join order_lines l on l.order_id = r.order_id and l.position = (back ->> 'position')::int
        where r.order_id = o.id and l.kind = 'seat' and l.rule not like 'second_seat%'), 0)::int as own
  from orders o where o.id = any($1)`

async function findDisagreements({ shop, staff, orders }: Ground): Promise<string[]> {
  const { query } = shop.deps.database
  const wrong: string[] = []
  const expect = (what: string, one: unknown, other: unknown) => {
    if (one !== other) wrong.push(`${what}: ${String(one)} and ${String(other)}`)
  }
  const { rows } = await query(BY_ORDER, [orders.map(({ id }) => id)])
  for (const row of rows) {
    const about = `order ${String(row['id'])}`
    const stands = row['status'] === 'completed' || row['status'] === 'partially_refunded'
    const seat = row['quantity_type'] === 'seat'
    expect(`${about}, sold and bought`, seat ? row['seats'] : row['aircraft'], stands ? row['units'] : 0)
    if (stands && seat) expect(`${about}, people and seats of their own`, row['people'], row['own'])
    if (stands && Number(row['people']) > Number(row['seats'])) wrong.push(`${about}: more people than seats`)
  }
  const flown = await query(
    `select f.id, f.seats_sold,
      coalesce((select sum(h.seats) from holds h where h.flight_id = f.id
        and h.state = 'sold'), 0)::int as seats,
      coalesce((select sum(h.weight_lbs) from holds h where h.flight_id = f.id
        and h.state = 'sold'), 0)::int as weight
    from flights f where exists (select 1 from holds h where h.flight_id = f.id and h.order_id = any($1))`,
    [orders.map(({ id }) => id)],
  )
  for (const { id, seats_sold: counted, seats, weight } of flown.rows) {
    const path = `/v1/flights/${String(id)}/manifest`
    const { manifest } = ManifestReply.parse((await shop.call('GET', path, { token: staff.token })).body)
    const sum = (read: (one: (typeof manifest.passengers)[number]) => number) =>
      manifest.passengers.reduce((total, one) => total + read(one), 0)
    const about = `flight ${String(id)}`
    expect(`${about}, head and sold seats`, manifest.seats_sold, counted)
    expect(`${about}, counter and holds`, counted, seats)
    expect(
      `${about}, head and rows in seats`,
      manifest.seats_sold,
      sum((one) => one.seats) + manifest.empty_seats,
    )
    expect(`${about}, head and rows in people`, manifest.people, manifest.passengers.length)
    expect(
      `${about}, head and rows in pounds`,
      manifest.total_weight_lbs,
      sum((one) => one.counted_lbs),
    )
    expect(`${about}, head and what is sold in pounds`, manifest.total_weight_lbs, weight)
    expect(`${about}, parties with too many`, manifest.too_many.length, 0)
  }
  return wrong
}
