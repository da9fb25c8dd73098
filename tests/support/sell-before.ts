import { makeAgentStatements } from '#api/agents/make-statements.ts'
import { addDays, addMonths, instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { OrderReply } from '#contract/order.ts'
import { DESK_ZONE, findLastFlight } from './book-today.ts'
import { type FormerShop, workBefore } from './former-shop.ts'
import { openStaffMember } from './staff-member.ts'

/** Who bought a seat in the week before, and the agent who sold one in the month before. */
export const BEFORE = { lastWeek: 'flew.last.week@example.com', agent: 'Pier Hotel', code: 'pier-hotel' }

/**
 * Fills the past that an owner looks back on: an agent with a flown order and the statement of last
 * month, and a flight of last week.
 * @returns the order of last week
 */
export async function sellBefore(dataDir: string): Promise<number> {
  const today = toLocalDate(new Date(), DESK_ZONE)
  const lastMonth = `${addMonths(today.slice(0, 7), -1)}-03`
  await workBefore(dataDir, instantOf(lastMonth, '06:00', DESK_ZONE), async (shop) => {
    const { token } = await openStaffMember(shop.deps, 'admin')
    const agent = { brand_id: 1, name: BEFORE.agent, code: BEFORE.code, percent: 12 }
    await shop.call(token, 'POST', '/v1/agents', { agent })
    await sellSeat(shop, token, lastMonth, 'guest.of.the.pier@example.com', [`affiliate:${BEFORE.code}`])
  })
  const lastWeek = addDays(today, -7)
  let sold = 0
  await workBefore(dataDir, instantOf(lastWeek, '06:00', DESK_ZONE), async (shop) => {
    const { token } = await openStaffMember(shop.deps)
    sold = await sellSeat(shop, token, lastWeek, BEFORE.lastWeek, [])
  })
  await workBefore(dataDir, new Date(), ({ deps }) => makeAgentStatements(deps))
  return sold
}

/** Sells a seat on the last flight of a day, paid by the card terminal. */
async function sellSeat(
  shop: FormerShop,
  token: string,
  date: string,
  email: string,
  tags: string[],
): Promise<number> {
  const flight = await findLastFlight(shop, token, date, 1)
  const placed = await shop.call(token, 'POST', '/v1/orders', {
    order: {
      brand_id: 1,
      customer: { email },
      order_item_seats_attributes: [{ ...flight, quantity: 1 }],
      passengers_attributes: [{ full_name: 'Nora Field', weight: 140 }],
      terms_and_conditions: true,
      tag_list: tags,
    },
  })
  const { id: order_id, amount_due: amount } = OrderReply.parse(placed).order
  const counter_payment = { order_id, method: 'reader', amount, reader_reference: `BEFORE-${date}` }
  await shop.call(token, 'POST', '/v1/counter_payments', { counter_payment })
  return order_id
}
