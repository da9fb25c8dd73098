import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type Browser, openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

// The test loads the whole shop once, and the machine may be busy.
vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const MINUTE_MS = 60_000

let shop: PayingShop
let pages: ShopPages
let pilot: Browser
let person: string
let flight: string
let passenger: string
let leavesAt: number
beforeAll(async () => {
  shop = await openPayingShop()
  const sold = await sellOrder(shop, { seats: 2 })
  const [booked] = sold.order.flights
  flight = String(booked?.flight_id)
  leavesAt = Date.parse(booked?.depart_at ?? '')
  shop.clock.set(new Date(leavesAt + 5 * MINUTE_MS))
  await query(
    `update passengers set full_name = 'Ines Duarte', weight_lbs = 150, boarding = 'checked_in',
       boarded_at = now(), flight_id = $2 where order_id = $1`,
    [sold.order.id, flight],
  )
  await query(
    `insert into waiver_signatures (passenger_id, version, signature, signed_at)
     select id, '1', full_name, now() from passengers where order_id = $1`,
    [sold.order.id],
  )
  passenger = String(await shop.count('select min(id) from passengers where order_id = $1', sold.order.id))
  person = String(await shop.count("select id from users where email = 'pilot@example.com'"))
  await query(`update flights set pilot_id = $2, status = 'boarding' where id = $1`, [flight, person])
  pages = await openShopPages(shop)
  pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
})
afterAll(() => shop.close())

const query = (text: string, values: unknown[] = []) => shop.deps.database.query(text, values)
const weight = () => shop.count('select weight_lbs from passengers where id = $1', passenger)
const setWeight = (pounds: number) =>
  query('update passengers set weight_lbs = $2 where id = $1', [passenger, pounds])
const Said = z.object({
  text: z.string().optional(),
  theirs: z.object({ value: z.string(), seen: z.record(z.string(), z.string()) }).optional(),
  content: z.object({ before: z.string(), after: z.string() }).optional(),
})
async function send(fields: Record<string, string>, who = pilot, by = person) {
  const answer = await who.post('/pilot/send', { flight, person: by, ...fields })
  const said = Said.safeParse(answer.html.startsWith('{') ? JSON.parse(answer.html) : undefined)
  return { status: answer.status, ...said.data }
}
const weigh = (key: string, was: string, pounds: string) =>
  send({ act: 'weight', passenger, was_weight: was, weight: pounds, key })
const moments = async () =>
  (await query('select status, off_blocks_at, landed_at from flights where id = $1', [flight])).rows[0]

describe('what a pilot’s phone sends', () => {
  it('takes an entry from the person who made it, and from nobody else', async () => {
    const fields = { act: 'weight', passenger, was_weight: '150', weight: '155', key: 'k-owner' }
    const visitor = await pages.browser()
    expect((await send(fields, visitor)).status).toBe(401)
    const colleague = await openStaffMember(shop.deps, 'pilot')
    const other = await pages.browser({ token: colleague.token })
    expect((await send(fields, other)).status).toBe(403)
    expect(await send(fields, other, String(colleague.userId))).toMatchObject({
      status: 422,
      text: expect.stringContaining('not among yours') as string,
    })
    const staff = await pages.browser({ token: await logIn(shop, 'staff@example.com') })
    expect((await send(fields, staff)).status).toBe(403)
    const ended = await logIn(shop, 'pilot@example.com')
    const late = await pages.browser({ token: ended })
    await query('update sessions set second_factor_at = null where user_id = $1', [person])
    expect((await send(fields, late)).status).toBe(401)
    expect(await weight()).toBe(150)
    pilot = await pages.browser({ token: await logIn(shop, 'pilot@example.com') })
    expect((await send(fields)).status).toBe(200)
    expect(await weight()).toBe(155)
  })

  it('is written once: sent again after a lost answer it does not undo what came later', async () => {
    expect(await weigh('k-once', '155', '161')).toMatchObject({ status: 200 })
    await setWeight(165)
    expect(await weigh('k-once', '155', '161')).toMatchObject({ status: 200 })
    expect(await weight()).toBe(165)
  })

  it('is not written over the weight of a faster colleague, until the pilot has seen it', async () => {
    const late = await weigh('k-late', '155', '163')
    expect(late).toMatchObject({ status: 409, theirs: { value: '165 lb', seen: { was_weight: '165' } } })
    expect(late.text).toMatch(/165 lb was typed for Ines Duarte meanwhile.*you typed 163 lb/)
    expect(await weight()).toBe(165)
    expect((await weigh('k-late-2', '165', '163')).status).toBe(200)
    expect(await weight()).toBe(163)
    expect(await weigh('k-bad', '163', 'much')).toMatchObject({
      status: 422,
      text: expect.any(String) as string,
    })
  })

  it('accepts the manifest together with the own weight, and not with another change', async () => {
    const seen = /name="seen" value="(\w+)"/.exec((await pilot.get('/pilot')).html)?.[1] ?? ''
    const { content } = await weigh('k-own', '163', '164')
    expect(content?.before).toBe(seen)
    expect((await send({ act: 'accept', seen, key: 'k-old' })).status).toBe(409)
    expect((await send({ act: 'accept', seen: content?.after ?? '', key: 'k-new' })).status).toBe(200)
  })

  it('records a step at the moment of the press, and shows both when the desk was faster', async () => {
    const at = new Date(leavesAt + 2 * MINUTE_MS)
    const off = {
      act: 'step',
      status: 'departed',
      was_status: 'boarding',
      at: at.toISOString(),
      key: 'k-off',
    }
    expect((await send(off)).status).toBe(200)
    expect(await moments()).toMatchObject({ status: 'departed', off_blocks_at: at })
    expect((await send(off)).status).toBe(200)
    const landed = new Date(leavesAt + 4 * MINUTE_MS)
    await query("update flights set status = 'landed', landed_at = $2 where id = $1", [flight, landed])
    // The desk has landed the flight: neither step takes it back.
    expect((await send({ ...off, key: 'k-off-2' })).status).toBe(200)
    const mine = new Date(leavesAt + 3 * MINUTE_MS).toISOString()
    const land = { act: 'step', status: 'landed', was_status: 'departed', at: mine }
    const late = await send({ ...land, key: 'k-land' })
    expect(late).toMatchObject({ status: 409, theirs: { seen: { was_at: landed.toISOString() } } })
    expect(late.text).toMatch(/was recorded meanwhile.*you pressed yours at/)
    expect(await moments()).toMatchObject({ status: 'landed', landed_at: landed })
    expect((await send({ ...land, ...late.theirs?.seen, key: 'k-land-2' })).status).toBe(200)
    expect(await moments()).toMatchObject({ status: 'landed', landed_at: new Date(mine) })
  })
})

describe('the phone of a pilot', () => {
  it('erases the phone at log-out and at the log-in of somebody else, not at one’s own', async () => {
    const phone = await pages.browser()
    const erases = ({ headers }: { headers: Headers }) => headers.get('Clear-Site-Data')
    const enter = async (email: string) => erases(await phone.logIn(email, 'fly-demo'))
    const open = async () => {
      await query('update sessions set second_factor_at = $2, staff_seen_at = $2 where user_id = $1', [
        person,
        shop.clock.now(),
      ])
      expect((await phone.get('/pilot')).status).toBe(200)
    }
    expect(await enter('pilot@example.com')).toBeNull()
    await open()
    expect(await enter('pilot@example.com')).toBeNull()
    expect(await enter('staff@example.com')).toBe('"storage"')
    expect(erases(await phone.post('/account/logout', {}))).toBeNull()
    expect(await enter('pilot@example.com')).toBeNull()
    await open()
    expect(erases(await phone.post('/account/logout', {}))).toBe('"storage"')
  })

  it('allows a worker on the pilot’s page alone', async () => {
    const policyOf = async (address: string) =>
      (await pilot.get(address)).headers.get('Content-Security-Policy')
    expect(await policyOf('/pilot')).toContain("worker-src 'self'")
    for (const address of ['/', '/account', '/faq', '/pilots']) {
      expect(await policyOf(address), address).toContain("worker-src 'none'")
    }
  })
})
