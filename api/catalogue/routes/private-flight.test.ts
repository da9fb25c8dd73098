import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QuoteReply } from '#contract/quote.ts'
import { OrderReply } from '#contract/order.ts'
import { type Account, giveCredit, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop, RETURN_URL } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

const NAME = '12-Minute Private Flight'
/** The demo shop's product of that name. */
const PRIVATE = 11

let shop: PayingShop
let admin: Account
beforeAll(async () => {
  shop = await openPayingShop()
  admin = await openStaffMember(shop.deps, 'admin')
})
afterAll(() => shop.close())

const save = (method: 'POST' | 'PATCH', path: string, product: Record<string, unknown>) =>
  shop.call(method, `/v1/products${path}`, { token: admin.token, body: { product } })

/** The required fields of a product. */
const bare = (name: string, slug: string) => ({
  ...{ brand_id: 2, name, slug, flight_price: 1498, aircraft_type_id: 1 },
  ...{
    departure_terminal_id: 1,
    arrival_terminal_id: 1,
    flight_duration_mins: 12,
    duration_label: '12 minutes',
  },
  ...{ availability: 'available', publish_status: 'published', place: 'jersey', route_map: 'manhattan' },
})

const sentences = (answer: { body: unknown }) => Object.values(answer.body as Record<string, string[]>).flat()
const FIXED = { credit_hidden: true, fee_price: 1198 }
const idOf = (answer: { body: unknown }) => (answer.body as { product: { id: number } }).product.id

describe('a product called 12-Minute Private Flight', () => {
  it('hides account credit and computes its fees on 1198 when saved under that name', async () => {
    const made = await save('POST', '', { ...bare(NAME, 'second-private'), credit_hidden: false })
    expect(made).toMatchObject({ status: 201, body: { product: FIXED } })
    const renamed = await save('POST', '', bare('Quick hop', 'quick-hop'))
    expect(renamed).toMatchObject({
      status: 201,
      body: { product: { credit_hidden: false, fee_price: null } },
    })
    const path = `/${String(idOf(renamed))}`
    const spelled = ' 12-minute  PRIVATE flight'
    expect(await save('PATCH', path, { name: spelled })).toMatchObject({
      status: 200,
      body: { product: FIXED },
    })
  })

  it('keeps both while it has the name and can change them under another name', async () => {
    const path = `/${String(idOf(await save('POST', '', bare(NAME, 'third-private'))))}`
    const unhidden = await save('PATCH', path, { credit_hidden: false })
    expect(unhidden.status).toBe(422)
    expect(sentences(unhidden)).toEqual([`Account credit never pays for a product called ${NAME}`])
    const based = `Fees of a product called ${NAME} are counted on 1198`
    for (const fee_price of [null, 900]) {
      const changed = await save('PATCH', path, { fee_price })
      expect(changed.status).toBe(422)
      expect(sentences(changed)).toEqual([based])
    }
    expect(await save('PATCH', path, { subtitle: 'Still private', ...FIXED })).toMatchObject({ status: 200 })
    const free = { name: 'Harbor hop', credit_hidden: false, fee_price: null }
    expect(await save('PATCH', path, free)).toMatchObject({ status: 200, body: { product: free } })
    const row = `update products set name = $2 where id = $1`
    const direct = shop.deps.database.query(row, [Number(path.slice(1)), NAME])
    await expect(direct).rejects.toThrow('products_private_flight')
  })

  it('is sold without account credit: hidden in the quote and refused with the payment', async () => {
    const buyer = await openAccount(shop.deps)
    await giveCredit(shop.deps, buyer.userId, 60)
    const flight = await soonest()
    const cart = { brand_id: 1, ...flight, quantity_type: 'flight', quantity: 2, apply_user_credit: true }
    const answer = await shop.call('POST', '/v1/quotes', { token: buyer.token, body: cart })
    const { quote } = QuoteReply.parse(answer.body)
    expect(quote).toMatchObject({ credit_hidden: 'product', credits: 0, amount_due: quote.total })
    const order = await place(buyer, flight)
    const paid = await shop.call('POST', '/v1/payments', {
      token: buyer.token,
      body: {
        payment: {
          order_id: order.id,
          apply_user_credit: true,
          stripe_payment: { hosted: true, return_url: RETURN_URL },
        },
      },
    })
    expect(paid).toMatchObject({
      status: 422,
      body: { apply_user_credit: ['Account credit cannot be used for this flight.'] },
    })
    expect(await shop.count('select count(*) from payment_attempts where order_id = $1', order.id)).toBe(0)
  })
})

describe('any other product', () => {
  it('may hide account credit by the same switch', async () => {
    const path = `/${String(
      idOf(await save('POST', '', { ...bare('Night hop', 'night-hop'), credit_hidden: true })),
    )}`
    const read = await shop.call('GET', `/v1/products${path}`)
    expect(read).toMatchObject({ status: 200, body: { product: { credit_hidden: true, fee_price: null } } })
  })
})

async function soonest() {
  const path = `/v1/availability/next?product_id=${String(PRIVATE)}&brand_id=1&limit=1&quantity_type=flight`
  const { body } = await shop.call('GET', path)
  const [next] = (body as { departures: { departure_id: number; depart_at: string }[] }).departures
  if (!next) throw new Error('The private flight has no departure')
  return { departure_id: next.departure_id, depart_at: next.depart_at }
}

async function place(buyer: Account, flight: { departure_id: number; depart_at: string }) {
  const order = { brand_id: 1, order_item_flights_attributes: [flight], terms_and_conditions: true }
  const placed = await shop.call('POST', '/v1/orders', { token: buyer.token, body: { order } })
  return OrderReply.parse(placed.body).order
}
