import { and, eq } from 'drizzle-orm'
import { type z } from 'zod'
import { isBooked } from '#contract/enums.ts'
import { type PassengerChangedReply, type PassengerCorrection } from '#contract/passenger.ts'
import { type Tx } from '../db/client.ts'
import { flights } from '../db/schema/inventory.ts'
import { passengers } from '../db/schema/passengers.ts'
import { type ApiDeps } from '../deps.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { findFieldChange } from '../store/find-field-change.ts'
import { type AuditBy } from '../store/write-audit.ts'
import {
  countParties,
  countPartyWeight,
  type CountedParty,
  canLeaveWithoutRefund,
} from '../seats/count-party.ts'
import { lockOrderSeats } from '../seats/order-seats.ts'
import { settleWeightTasks } from '../seats/weight-tasks.ts'
import { markNotFlying } from '../seats/mark-staying-home.ts'
import { auditPassenger, BY_PASSENGER, CORRECTED } from './audit-passenger.ts'
import { type PassengerSelector } from './change-passenger-link.ts'
import { applyPassengerWeight } from './weigh-passenger.ts'

type Refusal = 'not_found' | 'passenger_flown' | 'booking_over' | 'seat_still_sold' | 'weight_only'
export type PassengerCorrectionResult =
  | { ok: true }
  | { ok: false; reason: Refusal }
  /** Somebody else has set another value than the caller saw. */
  | { ok: false; reason: 'passenger_changed'; present: PassengerChange }

/** The present values, and who set the one that the caller would overwrite. */
export type PassengerChange = z.infer<typeof PassengerChangedReply>

interface Correction {
  which: PassengerSelector
  fields: PassengerCorrection
  by: AuditBy
  /** The pilot who must fly the passenger; undefined for staff. */
  pilotId?: number | undefined
}

const FLOWN = ['departed', 'landed', 'called_off']

/**
 * Staff correct a name or a weight until the flight leaves, or mark who stays home where a party
 * has fewer seats than people or bought its aircraft whole; its pilot corrects a weight. The
 * aircraft's load follows at once.
 */
export async function correctPassenger(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'jobs'>,
  correction: Correction,
): Promise<PassengerCorrectionResult> {
  return deps.database.db.transaction((tx) => correct(tx, deps, correction))
}

async function correct(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { which: { orderId, passengerId }, fields, by, pilotId }: Correction,
): Promise<PassengerCorrectionResult> {
  const own = and(eq(passengers.id, passengerId), eq(passengers.orderId, orderId))
  if ((await tx.$count(passengers, own)) === 0) return { ok: false, reason: 'not_found' }
  const order = await lockOrder(tx, orderId)
  await lockOrderSeats(tx, orderId)
  const [passenger] = await tx.select().from(passengers).where(own)
  const [party] = await countParties(tx, [orderId])
  if (!passenger) return { ok: false, reason: 'not_found' }
  const refusal = await refuse(tx, order, { party, passenger, fields, pilotId })
  if (refusal) return { ok: false, reason: refusal }
  const changed = findChangedField(fields, passenger)
  if (changed) {
    const present = await describeChange(tx, passenger, changed)
    return { ok: false, reason: 'passenger_changed', present }
  }
  const { full_name: fullName, weight, stays_home: staysHome } = fields
  if (fullName !== undefined) await tx.update(passengers).set({ fullName }).where(own)
  if (weight !== undefined && weight !== passenger.weightLbs) {
    await applyPassengerWeight(tx, deps, { order, passenger, weight, now: by.at })
  }
  if (staysHome) {
    await markNotFlying(tx, { passengerIds: [passengerId], orderRefundId: null, now: by.at })
    await countPartyWeight(tx, orderId)
    await settleWeightTasks(tx, orderId, by.at)
  }
  await auditPassenger(tx, by, passenger, { fullName, weight, staysHome, how: CORRECTED })
  return { ok: true }
}

type PassengerRow = typeof passengers.$inferSelect

/** The field that somebody else has set to another value than the caller saw, and than is sent. */
function findChangedField(
  fields: PassengerCorrection,
  now: PassengerRow,
): 'weight' | 'full_name' | undefined {
  const isChanged = <T>(to: T | undefined, was: T | undefined, is: T) =>
    to !== undefined && was !== undefined && was !== is && to !== is
  if (isChanged(fields.weight, fields.weight_was, now.weightLbs)) return 'weight'
  return isChanged(fields.full_name, fields.full_name_was, now.fullName) ? 'full_name' : undefined
}

/** The present values, and who set the one that the caller would overwrite, by the audit log. */
async function describeChange(
  tx: Tx,
  { id, fullName, weightLbs }: PassengerRow,
  field: 'weight' | 'full_name',
): Promise<PassengerChange> {
  const subject = { resource: 'passengers', id, field }
  const colleague = await findFieldChange(tx, { ...subject, value: CORRECTED })
  const own = colleague ? undefined : await findFieldChange(tx, { ...subject, value: BY_PASSENGER })
  return {
    passenger: { id, full_name: fullName, weight: weightLbs },
    changed_by: own ? 'the passenger' : (colleague?.by ?? null),
    changed_at: (own ?? colleague)?.at.toISOString() ?? null,
  }
}

interface CorrectionInput {
  party: CountedParty | undefined
  passenger: PassengerRow
  fields: PassengerCorrection
  pilotId: number | undefined
}

async function refuse(
  tx: Tx,
  { status }: OrderRow,
  { party, passenger, fields, pilotId }: CorrectionInput,
): Promise<Refusal | undefined> {
  const stands = isBooked(status)
  const here = party?.seated.find(({ people }) => people.some(({ id }) => id === passenger.id))
  const [flight] = here
    ? await tx
        .select({ status: flights.status, pilotId: flights.pilotId })
        .from(flights)
        .where(eq(flights.id, here.flightId))
    : []
  if (pilotId !== undefined && flight?.pilotId !== pilotId) return 'not_found'
  if (pilotId !== undefined && (fields.full_name !== undefined || fields.stays_home)) return 'weight_only'
  if (!stands || !party || !here || passenger.staysHome) return 'booking_over'
  if (!flight || FLOWN.includes(flight.status)) return 'passenger_flown'
  return fields.stays_home && !canLeaveWithoutRefund(party) ? 'seat_still_sold' : undefined
}
