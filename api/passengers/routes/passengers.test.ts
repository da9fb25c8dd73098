import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ManifestReply,
  OrderPassengersReply,
  PassengerFormReply,
  StaffTasksReply,
} from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { type Order } from '#contract/order.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const people = (...weights: (number | null)[]) => ({
  passengers_attributes: weights.map((weight, at) => ({ full_name: `Passenger ${String(at + 1)}`, weight })),
})

/** An order that a customer with an account has paid. */
async function book(weights: (number | null)[], flight?: Flight) {
  const who = await openAccount(shop.deps)
  const order = await shop.order(who.token, weights.length, flight, people(...weights))
  const how = { stripe_source: 'pm_card_visa', return_url: 'http://shop.test/order-confirmation' }
  const paid = await shop.pay(who.token, order, how)
  expect(paid.status).toBe(201)
  return { who, order }
}

async function listOf(token: string, order: Order) {
  const { body } = await shop.call('GET', `/v1/orders/${String(order.id)}/passengers`, { token })
  return OrderPassengersReply.parse(body).passengers
}
const tokenOf = (link: string | null | undefined) => new URL(link ?? '').pathname.split('/').at(-1) ?? ''
const fill = (token: string, form: Record<string, unknown>) =>
  shop.call('PUT', `/v1/passenger_links/${token}`, { body: { passenger_form: form } })
const waiver = { version: WAIVER_VERSION, signature: 'Ada Lovelace', accepted: true }

/** The paid order with the links of its passengers. */
async function bookWithLinks(weights: (number | null)[], flight?: Flight) {
  const sold = await book(weights, flight)
  const links = (await listOf(sold.who.token, sold.order)).map(({ link }) => tokenOf(link))
  return { ...sold, links }
}
const openTasks = async (token: string) => {
  const { body } = await shop.call('GET', '/v1/staff_tasks?state=open', { token })
  return StaffTasksReply.parse(body).staff_tasks
}

describe('a passenger’s link', () => {
  test('it exists once the order is paid, and shows the buyer only what is missing', async () => {
    const { who, order, links } = await bookWithLinks([181, null])
    expect(new Set(links).size).toBe(2)
    const [first = '', second = ''] = links
    expect((await fill(second, { full_name: 'Bo Berg' })).status).toBe(200)
    expect(await listOf(who.token, order)).toMatchObject([
      { number: 1, full_name: 'Passenger 1', done: false },
      { number: 2, full_name: 'Bo Berg', done: false },
    ])
    expect((await fill(second, { full_name: 'Bo Berg', weight: 173, waiver })).status).toBe(200)
    expect((await listOf(who.token, order)).map(({ done }) => done)).toEqual([false, true])
    expect((await fill(first, { full_name: 'Ada', waiver })).status).toBe(200)
    expect((await listOf(who.token, order)).map(({ done }) => done)).toEqual([true, true])
  })

  test('a passenger’s link survives a link scanner and shows no weight', async () => {
    const { links } = await bookWithLinks([187])
    const path = `/v1/passenger_links/${links[0] ?? ''}`
    await shop.call('GET', path)
    const { status, body } = await shop.call('GET', path)
    expect(status).toBe(200)
    expect(PassengerFormReply.parse(body).passenger_form).toMatchObject({
      full_name: 'Passenger 1',
      weight_given: true,
      waiver: null,
      state: 'open',
    })
    expect(figuresOf(body)).not.toContain(187)
  })

  test('a renewed link of a passenger replaces the old one', async () => {
    const { who, order, links } = await bookWithLinks([150])
    const [one] = await listOf(who.token, order)
    const path = `/v1/orders/${String(order.id)}/passengers/${String(one?.id)}/link`
    const stranger = await openAccount(shop.deps)
    expect((await shop.call('POST', path, { token: stranger.token })).status).toBe(404)
    expect((await shop.call('POST', path, { token: who.token })).status).toBe(204)
    expect((await shop.call('GET', `/v1/passenger_links/${links[0] ?? ''}`)).status).toBe(404)
    const [fresh] = await listOf(who.token, order)
    expect((await shop.call('GET', `/v1/passenger_links/${tokenOf(fresh?.link)}`)).status).toBe(200)
  })

  test('a passenger’s link is mailed to the address the buyer names, once in ten minutes', async () => {
    const { who, order, links } = await bookWithLinks([150])
    const [one] = await listOf(who.token, order)
    const path = `/v1/orders/${String(order.id)}/passengers/${String(one?.id)}/mails`
    const send = () => shop.call('POST', path, { token: who.token, body: { email: 'bo@example.com' } })
    expect((await send()).status).toBe(204)
    expect((await send()).status).toBe(429)
    await shop.runDueNow()
    const sent = shop.mailer.sent.filter(({ to }) => to === 'bo@example.com')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain(`/passengers/${links[0] ?? ''}`)
    shop.clock.advance(11)
    expect((await send()).status).toBe(204)
  })

  test('repeated renewal of links does not flood a mailbox', async () => {
    const { who, order } = await bookWithLinks([150])
    const [one] = await listOf(who.token, order)
    const path = `/v1/orders/${String(order.id)}/passengers/${String(one?.id)}`
    const { settings } = shop.deps
    shop.deps.settings = { ...settings, limitFactor: 1 }
    const statuses: number[] = []
    for (let time = 0; time < 21; time += 1) {
      await shop.call('POST', `${path}/link`, { token: who.token })
      const body = { email: 'victim@example.com' }
      statuses.push((await shop.call('POST', `${path}/mails`, { token: who.token, body })).status)
      shop.clock.advance(0.01)
    }
    shop.deps.settings = settings
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429])
  })

  test('a passenger’s link closes when the flight leaves, and the entered data stands', async () => {
    const { who, order, links } = await bookWithLinks([null])
    const [flight] = order.flights
    const before = shop.clock.now()
    shop.clock.set(flight?.depart_at ?? '')
    const token = links[0] ?? ''
    expect((await fill(token, { full_name: 'Too Late', weight: 150 })).status).toBe(409)
    const { body } = await shop.call('GET', `/v1/passenger_links/${token}`)
    expect(PassengerFormReply.parse(body).passenger_form.state).toBe('closed')
    shop.clock.set(before)
    expect(await listOf(who.token, order)).toMatchObject([{ full_name: 'Passenger 1' }])
  })

  test('a waiver needs the checkbox and the name together, for the current text', async () => {
    const { links } = await bookWithLinks([150])
    const token = links[0] ?? ''
    const unticked = await fill(token, { full_name: 'Ada', waiver: { ...waiver, accepted: false } })
    expect(unticked).toMatchObject({
      status: 422,
      body: { 'waiver.accepted': ['Please tick that you have read it and agree'] },
    })
    expect((await fill(token, { full_name: 'Ada', waiver: { ...waiver, version: '1999' } })).status).toBe(409)
    expect((await fill(token, { full_name: 'Ada', waiver })).status).toBe(200)
    const again = await fill(token, { full_name: 'Ada', waiver: { ...waiver, signature: 'Somebody Else' } })
    expect(PassengerFormReply.parse(again.body).passenger_form.waiver).toMatchObject({
      signature: 'Ada Lovelace',
    })
  })
})

test(
  'the buyer is reminded once, two days before, with the links of the ' + 'incomplete passengers',
  async () => {
    const { who, order, links } = await bookWithLinks([150, 150])
    expect((await fill(links[0] ?? '', { full_name: 'Ada', waiver })).status).toBe(200)
    const before = shop.clock.now()
    const remindersFor = () =>
      shop.mailer.sent.filter(({ to, subject }) => to === who.email && subject.includes('Two days to go'))
    const departs = new Date(order.flights[0]?.depart_at ?? '').getTime()
    shop.clock.set(new Date(departs - 49 * 3_600_000))
    await shop.runDueNow()
    expect(remindersFor()).toEqual([])
    shop.clock.set(new Date(departs - 47 * 3_600_000))
    await shop.runDueNow()
    await shop.runDueNow()
    expect(remindersFor()).toHaveLength(1)
    expect(remindersFor()[0]?.text).toContain(links[1])
    expect(remindersFor()[0]?.text).not.toContain(links[0])
    shop.clock.set(before)
  },
)

describe('a weight entered after payment', () => {
  test('an excessive weight is saved and becomes a task for the staff that does not show it', async () => {
    const staff = await openStaffMember(shop.deps)
    const flight = await shop.nextFlight()
    await book([270, 270], flight)
    const { who, order, links } = await bookWithLinks([null, 150], flight)
    const answer = await fill(links[0] ?? '', { full_name: 'Cy', weight: 243 })
    expect(PassengerFormReply.parse(answer.body).passenger_form).toMatchObject({
      weight_given: true,
      we_call: true,
    })
    const task = (await openTasks(staff.token)).find(({ order_id: id }) => id === order.id)
    expect(task).toMatchObject({
      kind: 'weight_does_not_fit',
      passenger_name: 'Cy',
      state: 'open',
      choice: null,
    })
    expect(figuresOf(task)).not.toContain(243)
    await shop.runDueNow()
    const call = shop.mailer.sent.filter(({ to, subject }) => to === who.email && /call you/.test(subject))
    expect(call).toHaveLength(1)
    expect(call[0]?.text).not.toMatch(/weigh/i)
    expect(figuresOf(call[0]?.text)).not.toContain(243)
    const path = `/v1/staff_tasks/${String(task?.id)}`
    const body = { staff_task: { state: 'done', choice: 'move' } }
    expect((await shop.call('PATCH', path, { token: who.token, body })).status).toBe(403)
    expect(await shop.call('PATCH', path, { token: staff.token, body })).toMatchObject({
      status: 200,
      body: { staff_task: { state: 'done', choice: 'move' } },
    })
    expect((await shop.call('PATCH', path, { token: staff.token, body })).status).toBe(409)
    // The excessive weight counts, so nobody else gets a seat beside it.
    const seated = await shop.count(
      'select coalesce(sum(weight_lbs), 0) from holds where order_id = $1',
      order.id,
    )
    expect(seated).toBe(243 + 150)
  })

  test('two excessive weights of a party are one task, which ends when the party fits again', async () => {
    const staff = await openStaffMember(shop.deps)
    const flight = await shop.nextFlight()
    await book([250, 250], flight)
    const { order, links } = await bookWithLinks([null, null], flight)
    const mine = async () => (await openTasks(staff.token)).filter(({ order_id: id }) => id === order.id)
    const [first = '', second = ''] = links
    await fill(first, { full_name: 'Cy', weight: 230 })
    const other = await fill(second, { full_name: 'Bea', weight: 240 })
    expect(await mine()).toMatchObject([{ kind: 'weight_does_not_fit', passenger_name: 'Cy' }])
    // Whoever of the party looks is told that we call.
    expect(PassengerFormReply.parse(other.body).passenger_form.we_call).toBe(true)
    // Cy is lighter than typed, and the party is still too heavy.
    await fill(first, { full_name: 'Cy', weight: 200 })
    expect(await mine()).toHaveLength(1)
    await fill(second, { full_name: 'Bea', weight: 150 })
    expect(await mine()).toEqual([])
    await shop.runDueNow()
    const calls = 'select count(*) from mails where kind = $1 and order_id = $2'
    expect(await shop.count(calls, 'seating_call', order.id)).toBe(1)
  })

  test('a task about a party that is still too heavy goes to the heaviest of those who fly', async () => {
    const staff = await openStaffMember(shop.deps)
    const flight = await shop.nextFlight()
    await book([250], flight)
    const { who, order, links } = await bookWithLinks([null, null, null], flight)
    await fill(links[0] ?? '', { full_name: 'Cy', weight: 350 })
    await fill(links[1] ?? '', { full_name: 'Bea', weight: 470 })
    const { passengers } = await shop.read(who.token, order)
    const refundSeatOf = async (name: string) => {
      const id = passengers.find(({ full_name: one }) => one === name)?.id
      const wish = { lines: [{ position: 0, quantity: 1 }], passenger_ids: [id] }
      expect((await requestRefund(shop, staff.token, order.id, wish)).status).toBe(201)
    }
    const mine = async () =>
      (await openTasks(staff.token)).filter(
        ({ order_id: id, kind }) => id === order.id && kind === 'weight_does_not_fit',
      )
    const [task] = await mine()
    expect(task).toMatchObject({ passenger_name: 'Cy' })
    await refundSeatOf('Cy')
    expect(await mine()).toMatchObject([
      { id: task?.id, passenger_name: 'Bea', created_at: task?.created_at },
    ])
    await refundSeatOf('Bea')
    expect(await mine()).toEqual([])
    expect(
      await shop.count("select count(*) from staff_tasks where id = $1 and choice = 'refund'", task?.id),
    ).toBe(1)
  })

  test('a task about a party ends when somebody else of it stays home and the others fit', async () => {
    const staff = await openStaffMember(shop.deps)
    const flight = await shop.nextFlight()
    await book([250, 250], flight)
    const { order, links } = await bookWithLinks([null, 190], flight)
    await fill(links[0] ?? '', { full_name: 'Cy', weight: 230 })
    const mine = async () => (await openTasks(staff.token)).filter(({ order_id: id }) => id === order.id)
    expect(await mine()).toMatchObject([{ kind: 'weight_does_not_fit', passenger_name: 'Cy' }])
    // The last of the booking stays home.
    await requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
    expect(await mine()).toEqual([])
  })

  test(
    'a passenger without the needed second seat becomes a task, and a correction ' + 'settles the task',
    async () => {
      const staff = await openStaffMember(shop.deps)
      const { order, links } = await bookWithLinks([null])
      const mine = async () => (await openTasks(staff.token)).filter(({ order_id: id }) => id === order.id)
      await fill(links[0] ?? '', { full_name: 'Di', weight: 276 })
      expect(await mine()).toMatchObject([{ kind: 'second_seat_needed' }])
      await fill(links[0] ?? '', { full_name: 'Di', weight: 275 })
      expect(await mine()).toEqual([])
    },
  )

  test('a weight within the limits creates no task', async () => {
    const staff = await openStaffMember(shop.deps)
    const { order, links } = await bookWithLinks([null])
    await fill(links[0] ?? '', { full_name: 'Ed', weight: 240 })
    expect((await openTasks(staff.token)).filter(({ order_id: id }) => id === order.id)).toEqual([])
  })
})

describe('the manifest', () => {
  test('the manifest shows weights to operations and the pilot of the flight only', async () => {
    const { who, order } = await book([281, 133])
    const flightId = order.flights[0]?.flight_id ?? 0
    const path = `/v1/flights/${String(flightId)}/manifest`
    const staff = await openStaffMember(shop.deps)
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const other = await openStaffMember(shop.deps, 'pilot')
    await shop.deps.database.query('update flights set pilot_id = $1 where id = $2', [pilot.userId, flightId])
    for (const reader of [staff, pilot]) {
      const { body } = await shop.call('GET', path, { token: reader.token })
      expect(ManifestReply.parse(body).manifest).toMatchObject({
        seats_sold: 3,
        max_weight_lbs: 900,
        total_weight_lbs: 414,
        passengers: [
          { weight_lbs: 281, seats: 2 },
          { weight_lbs: 133, seats: 1 },
        ],
      })
    }
    expect((await shop.call('GET', path, { token: other.token })).status).toBe(404)
    expect((await shop.call('GET', path, { token: who.token })).status).toBe(403)
    expect((await shop.call('GET', path, { token: await shop.guest() })).status).toBe(403)
    expect((await shop.call('GET', path)).status).toBe(401)
  })
})
