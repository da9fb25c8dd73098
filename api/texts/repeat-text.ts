import { eq } from 'drizzle-orm'
import { type OrderText } from '#contract/text.ts'
import { texts } from '../db/schema/texts.ts'
import { type ApiDeps } from '../deps.ts'
import { mayRepeatText, presentText } from '../store/texts/present-text.ts'
import { findTextDeclaration, queueText, type TextObstacle } from '../store/texts/queue-text.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'

type TextRepeated =
  { ok: true; text: OrderText } | { ok: false; reason: 'not_found' | 'text_not_repeatable' | TextObstacle }

/** Sends a text that did not arrive once more, with the present data, if the number gets texts now. */
export async function repeatText(deps: ApiDeps, textId: number, by: AuditBy): Promise<TextRepeated> {
  return deps.database.db.transaction(async (tx): Promise<TextRepeated> => {
    const [text] = await tx.select().from(texts).where(eq(texts.id, textId)).for('update')
    if (!text) return { ok: false, reason: 'not_found' }
    const kind = findTextDeclaration(text.kind)?.kind
    if (kind === undefined || !mayRepeatText(text)) return { ok: false, reason: 'text_not_repeatable' }
    const eventKey = `${kind}:copy:${String(text.id)}`
    const order = { id: text.orderId, brandId: text.brandId }
    const copyOf = text.copyOf ?? text.id
    const next = { kind, eventKey, order, copyOf, subjectId: text.subjectId ?? undefined }
    const queued = await queueText(tx, next, by.at, deps)
    if (!queued.ok) return queued
    await tx.update(texts).set({ againAt: by.at }).where(eq(texts.id, text.id))
    const [copy] = await tx.select().from(texts).where(eq(texts.eventKey, eventKey))
    if (!copy) throw new Error('A text was queued and is not there')
    await writeAudit(tx, by, { resource: 'texts', id: copy.id, after: { copy_of: text.id, kind } })
    return { ok: true, text: presentText(copy) }
  })
}
