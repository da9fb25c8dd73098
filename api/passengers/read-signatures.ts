import { eq, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Db } from '../db/client.ts'
import { formerWaiverSignatures, passengers, waiverSignatures } from '../db/schema/passengers.ts'
import { statement } from '../db/statement.ts'
import { signatureHolds } from '../store/written-texts/signature-holds.ts'

interface Signature {
  passengerId: number
  signedAt: Date
  holds: boolean
}

const isOne = (column: PgColumn) => sql`${column} = any(${sql.placeholder('passengerIds')}::int[])`

const selectSignatures = statement<{ passengerIds: readonly number[] }, Signature[]>((db) =>
  db
    .select({
      passengerId: waiverSignatures.passengerId,
      signedAt: waiverSignatures.signedAt,
      holds: signatureHolds.mapWith(Boolean).as('holds'),
    })
    .from(waiverSignatures)
    .innerJoin(passengers, eq(passengers.id, waiverSignatures.passengerId))
    .where(isOne(waiverSignatures.passengerId))
    .unionAll(
      db
        .select({
          passengerId: formerWaiverSignatures.passengerId,
          signedAt: formerWaiverSignatures.signedAt,
          holds: sql<boolean>`false`.as('holds'),
        })
        .from(formerWaiverSignatures)
        .where(isOne(formerWaiverSignatures.passengerId)),
    ),
)

/** What passengers signed and when, and whether it still counts; what they signed anew since does not. */
export const readSignatures = (db: Db, passengerIds: readonly number[]): Promise<Signature[]> =>
  selectSignatures(db, { passengerIds })
