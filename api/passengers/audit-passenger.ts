import { type passengers } from '../db/schema/passengers.ts'
import { type Tx } from '../db/client.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'

/** Who changed a name or a weight, as the audit log keeps it in the place of the value. */
export const CORRECTED = 'corrected'
export const BY_PASSENGER = 'typed by the passenger'

interface PassengerValues {
  fullName?: string | undefined
  weight?: number | undefined
  staysHome?: boolean | undefined
}

/**
 * Writes down that somebody changed a passenger. Neither names nor weights are kept, because the log
 * cannot be erased.
 */
export async function auditPassenger(
  tx: Tx,
  by: AuditBy,
  was: Pick<typeof passengers.$inferSelect, 'id' | 'fullName' | 'weightLbs'>,
  { fullName, weight, staysHome = false, how }: PassengerValues & { how: string },
): Promise<void> {
  const after = {
    full_name: fullName !== undefined && fullName !== was.fullName ? how : 'not kept',
    weight: weight !== undefined && weight !== was.weightLbs ? how : 'not kept',
    stays_home: staysHome,
  }
  const before = { full_name: 'not kept', weight: 'not kept', stays_home: false }
  await writeAudit(tx, by, { resource: 'passengers', id: was.id, before, after })
}
