import { eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { texts } from '../db/schema/texts.ts'
import { type ApiDeps } from '../deps.ts'
import { readTextFailure } from '../rules/texts/text-failure.ts'
import { type TextRow } from '../store/texts/queue-text.ts'
import { markUnreachable, stopNumber } from '../store/texts/text-numbers.ts'

/** What became of a text, as our own call or the provider's report tells. */
export interface Outcome {
  state: 'sent' | 'delivered' | 'undelivered' | 'failed' | 'stopped'
  providerId: string | null
  /** The provider's code of a failure. */
  code: number | null
}

/** Reports come late, twice and in any order: a text only ever goes on. */
const STEPS: Readonly<Record<TextRow['state'], number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  stopped: 3,
}

/**
 * Records what became of a text, and erases its secret. A number that gets no texts is marked, so
 * that none is sent there again.
 */
export async function settleText(
  { database, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  textId: number,
  { state, providerId, code }: Outcome,
  now: Date,
): Promise<void> {
  await database.db.transaction(async (tx) => {
    const [text] = await tx.select().from(texts).where(eq(texts.id, textId)).for('update')
    if (!text || STEPS[state] <= STEPS[text.state] || isOther(text, providerId)) return
    await tx
      .update(texts)
      .set({
        state,
        providerId: text.providerId ?? providerId,
        errorCode: code,
        sealed: null,
        sentAt: text.sentAt ?? (state === 'failed' || state === 'stopped' ? null : now),
      })
      .where(eq(texts.id, textId))
    if (code !== null) await markNumber(tx, settings, text, { code, now })
  })
}

/** The report is about another text of the provider's. */
const isOther = (text: TextRow, providerId: string | null): boolean =>
  providerId !== null && text.providerId !== null && text.providerId !== providerId

async function markNumber(
  tx: Tx,
  settings: ApiDeps['settings'],
  { brandId, to: phone }: TextRow,
  { code, now }: { code: number; now: Date },
): Promise<void> {
  // The number of an erased person is gone.
  if (phone === '') return
  const failure = readTextFailure(code)
  if (failure === 'stopped') await stopNumber(tx, settings, { brandId, phone }, now)
  if (failure === 'unreachable') await markUnreachable(tx, settings, { brandId, phone }, { code, now })
}
