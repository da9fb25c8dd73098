import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type CreditFields } from '#contract/credit.ts'
import { type Tx } from '../../db/client.ts'
import { users } from '../../db/schema/people.ts'
import { credits } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { grantedEntries } from '../../domain/money/ledger.ts'
import { formatDollars, toCents } from '../../domain/money/money.ts'
import { readCredit } from './read-credit.ts'
import { postLedger } from '../payments/post-ledger.ts'
import { moveCredit } from './reserve-tenders.ts'

export type CreditRow = typeof credits.$inferSelect
type Granted = { ok: true; credit: CreditRow } | { ok: false; reason: 'invalid'; fields: FieldErrors }

const refuse = (field: string, sentence: string): Granted => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Gives account credit to somebody, or takes some back (a negative amount): the row, the balance and the ledger in one
 * transaction. No more is taken than is there; what orders have reserved is not.
 */
export async function grantCredit(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  fields: CreditFields,
): Promise<Granted> {
  const now = deps.clock.now()
  const amountCents = toCents(fields.amount)
  return deps.database.db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, fields.user_id))
    if (!user) return refuse('user_id', 'There is no such user')
    const balance = await readCredit(tx, user.id, true)
    if (balance + amountCents < 0) {
      return refuse('amount', `There is ${formatDollars(balance)} of credit to take back`)
    }
    return { ok: true, credit: await writeCredit(tx, { fields, amountCents, now }) }
  })
}

async function writeCredit(
  tx: Tx,
  { fields, amountCents, now }: { fields: CreditFields; amountCents: number; now: Date },
): Promise<CreditRow> {
  await moveCredit(tx, fields.user_id, amountCents)
  const [credit] = await tx
    .insert(credits)
    .values({
      userId: fields.user_id,
      amountCents,
      creditType: fields.credit_type,
      reason: fields.reason,
      createdAt: now,
    })
    .returning()
  if (!credit) throw new Error('The credit was not written')
  await postLedger(tx, {
    orderId: null,
    kind: 'granted',
    eventKey: `credit:${String(credit.id)}`,
    entries: grantedEntries(amountCents),
    now,
  })
  return credit
}
