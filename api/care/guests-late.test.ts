import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'
import { bookWithTexts, PHONE } from '#tests/support/texted-buyer.ts'
import { sendCare } from './send-care.ts'

vi.setConfig({ testTimeout: 60_000 })

const MINUTE = 60_000
const LATE_MINS = 15

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(async () => {
  shop.clock.set(TEST_NOW)
  await query('update products set late_mins = $1', [LATE_MINS])
})
afterAll(() => shop.close())

const query = async (text: string, values: unknown[] = []) =>
  (await shop.deps.database.query(text, values)).rows
let people = 0
/** A party of two with a flight of its own day, whose buyer agreed to texts unless it says otherwise. */
async function book(agrees = true) {
  people += 1
  const { order } = await bookWithTexts(shop, { email: `late${String(people)}@example.com`, agrees })
  await shop.runDueNow()
  // Nobody else flies with them, so that what is texted is theirs.
  await query("update passengers set boarding = 'checked_in', boarded_at = now() where order_id <> $1", [
    order.id,
  ])
  return order
}
const leaves = ({ flights: [flight] }: Order) => Date.parse(flight?.depart_at ?? '')
const flightOf = ({ flights: [flight] }: Order) => flight?.flight_id ?? 0
async function runAt(time: number) {
  shop.clock.set(new Date(time))
  await shop.runDueNow()
}
const textsAbout = ({ id }: Order) =>
  query("select state from texts where kind = 'guests_late' and order_id = $1", [id])
const written = async () =>
  (await shop.sandbox.phone.list(PHONE)).filter(({ body }) => body.includes('not checked in at'))
const checkIn = ({ id }: Order, most: number) =>
  query(
    `update passengers set boarding = 'checked_in', boarded_at = now()
     where id in (select id from passengers where order_id = $1 order by position limit $2)`,
    [id, most],
  )

describe('the text to late guests', () => {
  test('goes out once when they count as late, with the number to call and no mail', async () => {
    const order = await book()
    const before = (await written()).length
    await runAt(leaves(order) - LATE_MINS * MINUTE - 1000)
    expect(await textsAbout(order)).toEqual([])
    const mails = await shop.count('select count(*) from mails where order_id = $1', order.id)
    await runAt(leaves(order) - LATE_MINS * MINUTE)
    await runAt(leaves(order) - 5 * MINUTE)
    expect(await textsAbout(order)).toHaveLength(1)
    const [text, ...more] = (await written()).slice(0, (await written()).length - before)
    expect(more).toEqual([])
    const [brand] = await query('select phone from brands where id = 1')
    expect(text?.body).toMatch(
      /leaves at \d{1,2}:\d\d [AP]M EDT, and 2 guests are not checked in at .+ yet\./,
    )
    expect(text?.body).toContain(`Late or lost? Call us: ${String(brand?.['phone'])}`)
    expect(await shop.count('select count(*) from mails where order_id = $1', order.id)).toBe(mails)
  })

  test('does not come again when the flight is delayed afterwards, and names the expected time', async () => {
    const order = await book()
    await query(
      `update flights set depart_at = depart_at + interval '30 minutes', delay_mins = 30,
       own_delay_mins = 30, delay_reason = 'weather', status = 'delayed',
       ready_at = ready_at + interval '30 minutes' where id = $1`,
      [flightOf(order)],
    )
    await runAt(leaves(order) - LATE_MINS * MINUTE)
    expect(await textsAbout(order)).toEqual([])
    await runAt(leaves(order) + LATE_MINS * MINUTE)
    expect(await textsAbout(order)).toHaveLength(1)
    await query(
      `update flights set depart_at = depart_at + interval '60 minutes', delay_mins = 90,
       own_delay_mins = 90,
       ready_at = ready_at + interval '60 minutes' where id = $1`,
      [flightOf(order)],
    )
    await runAt(leaves(order) + (90 - LATE_MINS) * MINUTE)
    expect(await textsAbout(order)).toHaveLength(1)
  })

  test('counts who is still awaited, and none is left who was checked in before it leaves', async () => {
    const partly = await book()
    await checkIn(partly, 1)
    await runAt(leaves(partly) - LATE_MINS * MINUTE)
    expect((await written())[0]?.body).toContain('1 guest is not checked in')

    shop.clock.set(TEST_NOW)
    const all = await book()
    await checkIn(all, 2)
    await runAt(leaves(all) - LATE_MINS * MINUTE)
    expect(await textsAbout(all)).toEqual([])

    shop.clock.set(TEST_NOW)
    const meanwhile = await book()
    shop.clock.set(new Date(leaves(meanwhile) - LATE_MINS * MINUTE))
    await sendCare(shop.deps)
    expect(await textsAbout(meanwhile)).toMatchObject([{ state: 'queued' }])
    await checkIn(meanwhile, 2)
    await shop.runDueNow()
    expect(await textsAbout(meanwhile)).toEqual([])
    await runAt(leaves(meanwhile) - 5 * MINUTE)
    expect(await textsAbout(meanwhile)).toEqual([])
  })

  test.each([
    ['the product says nothing of late guests', 'update products set late_mins = null'],
    ['the flight has left', "update flights set status = 'departed' where id = $1"],
    ['the flight was called off', "update flights set status = 'called_off' where id = $1"],
    [
      'they booked after that time',
      `update orders set completed_at = (select depart_at from flights where id = $1) - interval '14 minutes'
       where id in (select order_id from holds where flight_id = $1)`,
    ],
    [
      'the brand switched it off',
      `insert into care_switches (brand_id, occasion, is_on, changed_at)
       values (1, 'guests_late', false, now())`,
    ],
  ])('is not written when %s', async (_, change) => {
    const order = await book()
    await query(change, change.includes('$1') ? [flightOf(order)] : [])
    await runAt(leaves(order) - LATE_MINS * MINUTE)
    expect(await textsAbout(order)).toEqual([])
    await query('delete from care_switches')
  })

  test('is not written to whoever did not agree to texts, and leaves no trace', async () => {
    const order = await book(false)
    await runAt(leaves(order) - LATE_MINS * MINUTE)
    expect(await textsAbout(order)).toEqual([])
    expect(
      await shop.count(
        "select count(*) from care_messages where occasion = 'guests_late' and order_id = $1",
        order.id,
      ),
    ).toBe(0)
  })
})
