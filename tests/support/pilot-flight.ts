import { z } from 'zod'
import { instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { OrderReply } from '#contract/order.ts'
import { DESK_ZONE, findLastFlight } from './book-today.ts'
import { workBefore } from './former-shop.ts'
import { openStaffMember } from './staff-member.ts'

const Row = z.object({ id: z.number(), slot_id: z.number() })

/**
 * Books two people on a flight of the demo pilot that leaves in this minute: it boards, both are
 * checked in, weighed and have signed.
 */
export async function bookPilotFlight(dataDir: string): Promise<void> {
  const date = toLocalDate(new Date(), DESK_ZONE)
  await workBefore(dataDir, instantOf(date, '00:05', DESK_ZONE), async (shop) => {
    const { token } = await openStaffMember(shop.deps)
    const departure = await findLastFlight(shop, token, date, 2)
    const placed = await shop.call(token, 'POST', '/v1/orders', {
      order: {
        brand_id: 1,
        customer: { email: 'flies.now@example.com' },
        order_item_seats_attributes: [{ ...departure, quantity: 2 }],
        passengers_attributes: [
          { full_name: 'Ines Duarte', weight: 151 },
          { full_name: 'Hal Duarte', weight: 133 },
        ],
        terms_and_conditions: true,
      },
    })
    const { id: order_id, amount_due: amount, flights } = OrderReply.parse(placed).order
    const counter_payment = { order_id, method: 'reader', amount, reader_reference: 'PILOT-1' }
    await shop.call(token, 'POST', '/v1/counter_payments', { counter_payment })
    const { query } = shop.deps.database
    const found = await query('select id, slot_id from flights where id = $1', [flights[0]?.flight_id])
    const { id, slot_id } = Row.parse(found.rows[0])
    const own = "(select id from users where email = 'pilot@example.com')"
    const leaves = new Date(Date.now() - 60_000)
    await query(
      `update slots set depart_at = $2, arrive_at = $2::timestamptz + interval '21 minutes' where id = $1`,
      [slot_id, leaves],
    )
    await query(
      `update flights set pilot_id = ${own}, status = 'boarding', depart_at = $2,
         ready_at = $2::timestamptz + interval '41 minutes' where id = $1`,
      [id, leaves],
    )
    await query('update order_item_seats set depart_at = $2 where order_id = $1', [order_id, leaves])
    await query(
      `update passengers set boarding = 'checked_in', boarded_at = now(), flight_id = $2 where order_id = $1`,
      [order_id, id],
    )
    await query(
      `insert into waiver_signatures (passenger_id, version, signature, signed_at)
       select id, '1', full_name, now() from passengers where order_id = $1`,
      [order_id],
    )
  })
}
