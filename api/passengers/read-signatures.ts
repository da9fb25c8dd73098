import { eq, inArray, sql } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { formerWaiverSignatures, passengers, waiverSignatures } from '../db/schema/passengers.ts'
import { signatureHolds } from '../store/written-texts/signature-holds.ts'

/** What passengers signed and when, and whether it still counts; what they signed anew since does not. */
export const readSignatures = (db: Db, passengerIds: readonly number[]) =>
  db
    .select({
      passengerId: waiverSignatures.passengerId,
      signedAt: waiverSignatures.signedAt,
      holds: signatureHolds.mapWith(Boolean).as('holds'),
    })
    .from(waiverSignatures)
    .innerJoin(passengers, eq(passengers.id, waiverSignatures.passengerId))
    .where(inArray(waiverSignatures.passengerId, [...passengerIds]))
    .unionAll(
      db
        .select({
          passengerId: formerWaiverSignatures.passengerId,
          signedAt: formerWaiverSignatures.signedAt,
          holds: sql<boolean>`false`.as('holds'),
        })
        .from(formerWaiverSignatures)
        .where(inArray(formerWaiverSignatures.passengerId, [...passengerIds])),
    )
