import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { passengerLinks, passengers } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { readMailBrand } from '../store/mails/read-mail-brand.ts'
import { lockOrder } from '../store/orders/order.ts'
import { findPassengerFlight, findPassengers, getOwnPassengerFormState } from './find-passenger.ts'
import { makePassengerToken, openPassengerToken } from './make-passenger-links.ts'

/** The least number of minutes between two mails of a link. */
const MAIL_EVERY_MINUTES = 10

export interface PassengerSelector {
  orderId: number
  passengerId: number
}
export type LinkChanged =
  { ok: true } | { ok: false; reason: 'not_found' | 'passenger_form_closed' | 'link_mailed_already' }
type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>

/**
 * Renews a passenger's link; the old link stops working at once, and the seat is free to be picked
 * again on the page of the party.
 */
export const renewPassengerLink = (deps: Deps, which: PassengerSelector): Promise<LinkChanged> =>
  deps.database.db.transaction(async (tx) => {
    const found = await findOpen(tx, deps, which)
    if (!found.ok) return found
    const made = {
      ...makePassengerToken(deps.settings.secrets.code),
      madeAt: deps.clock.now(),
      mailedAt: null,
      pickedAt: null,
      pickedWith: null,
    }
    await tx
      .insert(passengerLinks)
      .values({ passengerId: which.passengerId, ...made })
      .onConflictDoUpdate({ target: passengerLinks.passengerId, set: made })
    return { ok: true }
  })

/**
 * Mails a passenger's link to an address that the buyer names, at most once in ten minutes. The
 * link stays the same.
 */
export const mailPassengerLink = (deps: Deps, which: PassengerSelector, to: string): Promise<LinkChanged> =>
  deps.database.db.transaction(async (tx) => {
    const found = await findOpen(tx, deps, which)
    if (!found.ok) return found
    const { link, order } = found.passenger
    if (!link) return { ok: false, reason: 'not_found' }
    const now = deps.clock.now()
    const again = (link.mailedAt?.getTime() ?? 0) + MAIL_EVERY_MINUTES * 60_000
    if (again > now.getTime()) return { ok: false, reason: 'link_mailed_already' }
    await tx
      .update(passengerLinks)
      .set({ mailedAt: now })
      .where(eq(passengerLinks.passengerId, which.passengerId))
    const { origin } = await readMailBrand(tx, deps.settings, order.brandId)
    const secret = `${origin}/passengers/${openPassengerToken(deps.settings.secrets.code, link)}`
    const eventKey = `passenger_link:${String(which.passengerId)}:${String(now.getTime())}`
    const about = { orderId: order.id, subjectId: which.passengerId }
    await queueMail(tx, { kind: 'passenger_link', eventKey, ...about, to, secret }, now, deps)
    return { ok: true }
  })

async function findOpen(tx: Tx, deps: Deps, { orderId, passengerId }: PassengerSelector) {
  const order = await lockOrder(tx, orderId)
  const where = and(eq(passengers.id, passengerId), eq(passengers.orderId, orderId))
  const [passenger] = await findPassengers(tx, where)
  const flight =
    passenger && (await findPassengerFlight(tx, { id: orderId, flightId: passenger.passenger.flightId }))
  if (!passenger || !flight) return { ok: false as const, reason: 'not_found' as const }
  if (getOwnPassengerFormState({ ...passenger, order }, flight, deps.clock.now()) !== 'open') {
    return { ok: false as const, reason: 'passenger_form_closed' as const }
  }
  return { ok: true as const, passenger }
}
