import { eq } from 'drizzle-orm'
import { openSession } from '#api/access/authenticate.ts'
import { departures } from '#api/db/schema/catalogue.ts'
import { staffTasks } from '#api/db/schema/passengers.ts'
import { users } from '#api/db/schema/people.ts'
import { mails } from '#api/db/schema/platform.ts'
import { texts } from '#api/db/schema/texts.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { OrderReply } from '#contract/order.ts'
import { DESK_ZONE, findLastFlight } from './book-today.ts'
import { workBefore } from './former-shop.ts'

/** What staff pages show only after hours, or where something went wrong. */
export interface FurnishedStates {
  /** The unpaid order of the admin whose seats nobody paid in time, and where its sale stands. */
  endedHold: { orderId: number; date: string; departure: string }
}
let furnished: FurnishedStates | undefined

export function furnishedStates(): FurnishedStates {
  if (!furnished) throw new Error('No states were put into the shop')
  return furnished
}

/** Nothing leaves from this heliport any more. */
export const QUIET_TERMINAL = 'Downtown Manhattan Heliport'
const QUIET_PRODUCT = 13

/** A mail to it bounced. It has no place to break, and one line of it is wider than a narrow phone. */
export const LONG_ADDRESS = 'guadalupe_wolfeschlegelsteinhausen_de_la_reguera@example.com'

const HOUR = 3_600_000

/** Leaves a hold that has ended, a text and a mail that did not arrive, and a heliport without departures. */
export async function furnishStates(dataDir: string): Promise<void> {
  const at = new Date(Date.now() - 2 * HOUR)
  await workBefore(dataDir, at, async (shop) => {
    const { deps, call } = shop
    const { db } = deps.database
    const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'admin@example.com'))
    const session = { userId: admin?.id ?? 0, scope: 'customer', now: at } as const
    const { jwt } = await openSession(db, deps, session)
    const date = addDays(toLocalDate(at, DESK_ZONE), 20)
    const flight = await findLastFlight(shop, jwt, date, 1)
    const placed = await call(jwt, 'POST', '/v1/orders', {
      order: {
        brand_id: 1,
        order_item_seats_attributes: [{ ...flight, quantity: 1 }],
        passengers_attributes: [],
        terms_and_conditions: true,
      },
    })
    const { id: orderId } = OrderReply.parse(placed).order
    const departure = `${String(flight.departure_id)} ${flight.depart_at}`
    furnished = { endedHold: { orderId, date, departure } }
    await db.insert(texts).values({
      eventKey: `ticket:${String(orderId)}`,
      kind: 'ticket',
      brandId: 1,
      orderId,
      to: '+12125550119',
      state: 'failed',
      tries: 3,
      errorCode: 30005,
      createdAt: at,
      nextTryAt: at,
    })
    const [mail] = await db
      .insert(mails)
      .values({
        eventKey: `order_confirmation:${String(orderId)}`,
        kind: 'order_confirmation',
        brandId: 1,
        orderId,
        to: LONG_ADDRESS,
        state: 'bounced',
        tries: 1,
        messageId: `<bounced-${String(orderId)}@example.com>`,
        createdAt: at,
        nextTryAt: at,
        sentAt: at,
      })
      .returning()
    if (!mail) throw new Error('The mail was not written')
    await db.insert(staffTasks).values({ kind: 'mail_bounced', orderId, mailId: mail.id, createdAt: at })
    const publishUntil = new Date('2020-01-01T00:00:00Z')
    await db.update(departures).set({ publishUntil }).where(eq(departures.productId, QUIET_PRODUCT))
  })
}
