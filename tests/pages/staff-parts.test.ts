import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  createSellHelpers,
  openStaffShop,
  readMainText,
  readOrderId,
  readRedirectPath,
} from '#tests/support/staff-sell.ts'
import { type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser } from '#tests/support/shop-pages.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Browser
beforeAll(async () => {
  ;({ shop, staff } = await openStaffShop())
})
afterAll(() => shop.close())

const { sell, dueOf } = createSellHelpers(() => ({ shop, staff }))
const textOf = async (path: string) => readMainText((await staff.get(path)).html)

test('a sale takes a part, says what is left wherever the party is met, and takes the rest', async () => {
  const few = await sell({ pay: 'reader', slip: 'B-0', part: '0.20', email: 'parts@example.com' })
  expect(few.status).toBe(422)
  expect(readMainText(few.html)).toContain('A part is at least $0.50')
  const sold = await sell({ pay: 'reader', slip: 'B-1', part: '100', email: 'parts@example.com' })
  const path = readRedirectPath(sold.location)
  const id = readOrderId(path)
  const left = `$${Number(await dueOf(path)).toFixed(2)}`
  const page = await textOf(path)
  expect(page).toContain('Partly paid (partial-p)')
  expect(page).toMatch(new RegExp(`Paid in 1 part:? \\$100\\.00`))
  expect(page).toContain(left)
  expect((await staff.get(path)).html).toContain(`<a href="#counter">${left}<!-- --> left to pay</a>`)
  const over = await staff.post(path, { intent: 'reader', due: await dueOf(path), part: '9000', slip: 'B-2' })
  expect(over.status).toBe(422)
  const openWay = (html: string) =>
    [...html.matchAll(/<details[^>]*name="means"[^>]*>/g)].flatMap(([tag]) =>
      tag.includes('open=""') ? (/id="([^"]+)"/.exec(tag)?.[1] ?? '') : [],
    )
  expect(openWay((await staff.get(path)).html)).toEqual(['by-cash'])
  expect(openWay(over.html)).toEqual(['by-reader'])
  expect(over.html).toContain('value="9000"')
  expect(readMainText(over.html)).toContain(`What is due is ${left}`)

  const early = await staff.post(path, { intent: 'balance_due', balance_due_at: '2020-01-02T10:00' })
  expect([early.status, early.html.includes('value="2020-01-02T10:00"')]).toEqual([422, true])
  expect(readMainText(early.html)).toContain('This time is over. Please choose a later one')
  expect((await staff.post(path, { intent: 'balance_due', balance_due_at: '2027-05-13T15:30' })).status).toBe(
    303,
  )
  expect(await textOf(path)).toContain('Due Thursday 13 May 2027, 3:30 pm EDT.')
  const credit = await staff.post(path, { intent: 'balance_payment', credit: '40' })
  expect([credit.status, credit.html.includes('value="40"')]).toEqual([422, true])
  expect(readMainText(credit.html)).toContain('The customer has $0.00 of account credit')

  const { rows } = await shop.deps.database.query(
    `select f.id, f.depart_at from holds h join flights f on f.id = h.flight_id
      where h.order_id = $1 and h.state = 'sold'`,
    [id],
  )
  expect(await textOf(`/staff/flights/${String(rows[0]?.['id'])}`)).toContain(
    `${left} still to pay for order O-${String(id)}. Please take it before they board`,
  )
  const day = async () => textOf('/staff')
  expect(await day()).not.toContain(`Take ${left}`)
  await shop.deps.database.query("update orders set balance_due_at = '2020-01-01' where id = $1", [id])
  const due = await day()
  expect(due).toContain('Still to pay')
  expect(due).toContain(`Take ${left}`)

  const last = await staff.post(path, { intent: 'reader', due: await dueOf(path), slip: 'B-3' })
  expect(last.status).toBe(303)
  expect(await textOf(path)).not.toContain('Take a payment')
  expect(await day()).not.toContain(`Take ${left}`)
})

test('a sale in parts counts the customer’s code with its first part; an own price takes none', async () => {
  const plain = await sell({ email: 'plain@example.com' })
  const whole = Number(await dueOf(readRedirectPath(plain.location)))
  const coded = { email: 'coded@example.com', codes: 'FLY15' }
  const sold = await sell({ pay: 'reader', slip: 'B-8', part: '100', ...coded })
  const path = readRedirectPath(sold.location)
  const left = Number(await dueOf(path))
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(whole - 100 - 60)
  expect(await textOf(path)).toContain('FLY15')
  const used = "select count(*) from discount_code_uses where order_id = $1 and state = 'captured'"
  expect(await shop.count(used, readOrderId(path))).toBe(1)
  const own = await sell({ ...coded, staff_price: '200', staff_price_reason: 'A regular' })
  expect(own.status).toBe(422)
})

test('staff choose at the sale when the rest is due, by a part that leaves one', async () => {
  const rest_due = '2027-05-13T09:00'
  const whole = await sell({ pay: 'reader', slip: 'B-20', rest_due, email: 'later@example.com' })
  expect([whole.status, whole.html.includes(`value="${rest_due}"`)]).toEqual([422, true])
  expect(readMainText(whole.html)).toContain('Nothing is left for later.')
  const part = { part: '100', email: 'later@example.com' }
  const past = '2020-01-02T10:00'
  const late = await sell({ pay: 'reader', slip: 'B-21', ...part, rest_due: past })
  expect([late.status, late.html.includes(`value="${past}"`)]).toEqual([422, true])
  expect(readMainText(late.html)).toContain('This time is over. Please choose a later one.')
  expect(await shop.count("select count(*) from users where email = 'later@example.com'")).toBe(0)
  const taken = await sell({ pay: 'reader', slip: 'B-21', rest_due, ...part })
  expect(await textOf(readRedirectPath(taken.location))).toContain('Due Thursday 13 May 2027, 9:00 am EDT.')
  const mailed = await sell({ pay: 'link', rest_due, ...part })
  const id = readOrderId(readRedirectPath(mailed.location))
  const due = `extract(epoch from balance_due_at) from orders where id = $1`
  expect(await shop.count(`select ${due}`, id)).toBe(Date.parse('2027-05-13T13:00:00Z') / 1000)
})
