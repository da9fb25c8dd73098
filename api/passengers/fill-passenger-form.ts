import { eq, inArray, sql } from 'drizzle-orm'
import { type PassengerFormFields } from '#contract/passenger.ts'
import { waiverName } from '#contract/waiver.ts'
import { type Tx } from '../db/client.ts'
import {
  formerWaiverSignatures,
  passengerLinks,
  waiverSignatures,
  passengers,
} from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder } from '../store/orders/order.ts'
import { auditPassenger, BY_PASSENGER } from './audit-passenger.ts'
import { findPassengerFlight, findPassengers, getOwnPassengerFormState } from './find-passenger.ts'
import { toDetailColumns } from './passenger-details.ts'
import { passengerTokenHashes } from './make-passenger-links.ts'
import { applyPassengerWeight } from './weigh-passenger.ts'

export type PassengerFormResult =
  | { ok: true }
  | {
      ok: false
      reason: 'not_found' | 'passenger_form_closed' | 'passenger_checked_in' | 'waiver_changed'
    }

/**
 * Saves what a passenger enters. A weight above the limit of the aircraft or the seat is saved as
 * well, and the same transaction creates a task for the staff. A signed waiver stays signed. Once
 * they are checked in only the waiver may be signed: staff have seen the name and the weight.
 */
export async function fillPassengerForm(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock' | 'jobs'>,
  token: string,
  fields: PassengerFormFields,
): Promise<PassengerFormResult> {
  const hashes = passengerTokenHashes(deps.settings.secrets.code, token)
  return deps.database.db.transaction((tx) => fillIn(tx, deps, hashes, fields))
}

async function fillIn(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'clock' | 'jobs'>,
  hashes: readonly string[],
  { weight, waiver, ...details }: PassengerFormFields,
): Promise<PassengerFormResult> {
  const now = deps.clock.now()
  const [known] = await findPassengers(tx, inArray(passengerLinks.tokenHash, hashes))
  if (!known) return { ok: false, reason: 'not_found' }
  const order = await lockOrder(tx, known.order.id)
  // It reads the passenger again under the lock, because the link may have been renewed or the
  // booking cancelled.
  const [found] = await findPassengers(tx, inArray(passengerLinks.tokenHash, hashes))
  const flight =
    found && (await findPassengerFlight(tx, { id: order.id, flightId: found.passenger.flightId }))
  if (!found || !flight) return { ok: false, reason: 'not_found' }
  if (getOwnPassengerFormState({ ...found, order }, flight, now) !== 'open')
    return { ok: false, reason: 'passenger_form_closed' }
  const shown = waiverName(order.brandId, found.newestWaiver)
  if (waiver && !found.waiver && waiver.version !== shown) {
    return { ok: false, reason: 'waiver_changed' }
  }
  const { id } = found.passenger
  const isCheckedIn = found.passenger.boarding === 'checked_in'
  const { fullName } = found.passenger
  const isOtherName = fullName !== '' && details.full_name !== fullName
  if (isCheckedIn && (weight !== undefined || isOtherName)) {
    return { ok: false, reason: 'passenger_checked_in' }
  }
  await tx
    .update(passengerLinks)
    .set({
      pickedAt: sql`coalesce(${passengerLinks.pickedAt}, ${now.toISOString()}::timestamptz)`,
      filledAt: sql`coalesce(${passengerLinks.filledAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(eq(passengerLinks.passengerId, id))
  await tx.update(passengers).set(toDetailColumns(details)).where(eq(passengers.id, id))
  if (waiver && !found.waiver) {
    const { version, drawing = null } = waiver
    // A drawing without a name is the passenger's own hand.
    const signature = waiver.signature || details.full_name
    await signWaiver(tx, { passengerId: id, version, signature, drawing, signedAt: now })
  }
  if (weight !== undefined)
    await applyPassengerWeight(tx, deps, { order, passenger: found.passenger, weight, now })
  // A passenger has no account: the line stands under that of the order, and says who typed.
  const changes = { fullName: details.full_name, weight, how: BY_PASSENGER }
  await auditPassenger(tx, { userId: order.userId, at: now }, found.passenger, changes)
  return { ok: true }
}

/** Signs, and keeps what the passenger had signed before. */
async function signWaiver(tx: Tx, signed: typeof waiverSignatures.$inferInsert): Promise<void> {
  const own = eq(waiverSignatures.passengerId, signed.passengerId)
  const former = await tx.delete(waiverSignatures).where(own).returning()
  if (former.length > 0) await tx.insert(formerWaiverSignatures).values(former)
  await tx.insert(waiverSignatures).values(signed)
}
