import { eq } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { agentStatements } from '../db/schema/agent-statements.ts'
import { commissionPaidEntries } from '../rules/money/ledger.ts'
import { postLedger } from '../store/post-ledger.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { findPayable } from './rules/commission.ts'

type Paid = { ok: true } | { ok: false; reason: 'not_found' | 'statement_paid' | 'nothing_to_pay' }

/** Notes that an agent was paid what a statement says, and books it from the bank. */
export async function payStatement(
  db: Db,
  { id, reference }: { id: number; reference: string },
  by: AuditBy,
): Promise<Paid> {
  return db.transaction(async (tx): Promise<Paid> => {
    const [row] = await tx.select().from(agentStatements).where(eq(agentStatements.id, id)).for('update')
    if (!row) return { ok: false, reason: 'not_found' }
    if (row.paidAt !== null) return { ok: false, reason: 'statement_paid' }
    const payable = findPayable(row)
    if (payable === 0) return { ok: false, reason: 'nothing_to_pay' }
    await tx
      .update(agentStatements)
      .set({ paidAt: by.at, paidBy: by.userId, paidReference: reference })
      .where(eq(agentStatements.id, id))
    await postLedger(tx, {
      orderId: null,
      kind: 'commission_paid',
      eventKey: `agent_statement:${String(id)}:paid`,
      entries: commissionPaidEntries(payable),
      now: by.at,
    })
    await writeAudit(tx, by, {
      resource: 'agent_statements',
      id,
      before: { paid: null },
      after: { paid: reference, cents: payable },
    })
    return { ok: true }
  })
}
