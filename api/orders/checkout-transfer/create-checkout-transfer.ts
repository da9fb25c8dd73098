import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type CheckoutTransferRequest } from '#contract/resumption.ts'
import { type Tx } from '../../db/client.ts'
import { drafts } from '../../db/schema/platform.ts'
import { reminders, reminderStops, checkoutTransfers } from '../../db/schema/checkout-transfers.ts'
import { type ApiDeps } from '../../deps.ts'
import { groupTransferCode } from './checkout-transfer-code.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { isOwnShopUrl } from '../../store/is-own-address.ts'
import {
  hashTransferSecret,
  reminderEmailHashes,
  newLinkSecret,
  newTransferCode,
} from './checkout-transfer-secret.ts'

const HOUR = 3_600_000
export const TRANSFER_LIFETIME = 24 * HOUR

type TransferInput = CheckoutTransferRequest['resumption']
export type CreatedCheckoutTransfer =
  | { ok: true; code: string | null; expiresAt: Date }
  | { ok: false; reason: 'not_found' | 'foreign_resume_url' | 'reminder_needs_email' }

/**
 * Creates a way to continue a draft on another device for a day: a code, or a mailed link. A new
 * code replaces the draft's unused one. The draft lives as long as the code or link.
 */
export async function createCheckoutTransfer(
  deps: ApiDeps,
  input: TransferInput,
): Promise<CreatedCheckoutTransfer> {
  const { db } = deps.database
  const page = input.resume_url ?? `${deps.settings.publicUrl}/resume`
  if (!(await isOwnShopUrl(db, deps.settings, page))) return { ok: false, reason: 'foreign_resume_url' }
  if (input.reminder && input.email === undefined) return { ok: false, reason: 'reminder_needs_email' }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + TRANSFER_LIFETIME)
  const secret = input.email === undefined ? newTransferCode() : newLinkSecret()
  const kind = input.email === undefined ? 'code' : 'link'
  const made = await db.transaction(async (tx) => {
    const root = await copyDraft(tx, input.draft_id, now, expiresAt)
    if (root === undefined) return false
    if (kind === 'code') await eraseCode(tx, input.draft_id)
    const id = await writeCheckoutTransfer(tx, deps, { wish: input, kind, secret, now, expiresAt })
    if (input.email === undefined) return true
    const mail = { kind: 'resume' as const, eventKey: `resume:${String(id)}`, page, subjectId: id }
    await queueMail(tx, { ...mail, to: input.email, secret: `${page}/${secret}` }, now, deps)
    if (input.reminder) await plan(tx, deps, { wish: input, email: input.email, root, now })
    return true
  })
  if (!made) return { ok: false, reason: 'not_found' }
  return { ok: true, code: kind === 'code' ? groupTransferCode(secret) : null, expiresAt }
}

/** Keeps a live draft until its code or link ends. */
async function copyDraft(tx: Tx, id: string, now: Date, until: Date): Promise<string | undefined> {
  const [draft] = await tx
    .update(drafts)
    .set({ expiresAt: until })
    .where(and(eq(drafts.id, id), sql`${drafts.expiresAt} > ${now.toISOString()}::timestamptz`))
    .returning({ id: drafts.id, rootId: drafts.rootId })
  return draft && (draft.rootId ?? draft.id)
}

const eraseCode = (tx: Tx, draftId: string) =>
  tx
    .delete(checkoutTransfers)
    .where(
      and(
        eq(checkoutTransfers.draftId, draftId),
        eq(checkoutTransfers.kind, 'code'),
        isNull(checkoutTransfers.openedAt),
      ),
    )

interface NewResumption {
  wish: Pick<TransferInput, 'draft_id' | 'brand_id' | 'path'>
  kind: 'code' | 'link'
  secret: string
  now: Date
  expiresAt: Date
}

/** @returns the row's id */
export async function writeCheckoutTransfer(tx: Tx, deps: ApiDeps, made: NewResumption): Promise<number> {
  const { wish: input, kind, secret, now, expiresAt } = made
  const [row] = await tx
    .insert(checkoutTransfers)
    .values({
      draftId: input.draft_id,
      brandId: input.brand_id,
      kind,
      secretHash: hashTransferSecret(deps, secret),
      path: input.path,
      createdAt: now,
      expiresAt,
    })
    .returning({ id: checkoutTransfers.id })
  if (!row) throw new Error('The resumption was not written')
  return row.id
}

interface Plan {
  wish: TransferInput
  email: string
  root: string
  now: Date
}

/**
 * Plans one reminder per draft, and none for an address that stopped them. The answer does not
 * reveal which case applied.
 */
async function plan(tx: Tx, deps: ApiDeps, { wish: input, email, root, now }: Plan): Promise<void> {
  if (!input.reminder) return
  const hashes = reminderEmailHashes(deps, email)
  const [stopped] = await tx.select().from(reminderStops).where(inArray(reminderStops.emailHash, hashes))
  if (stopped) return
  await tx
    .insert(reminders)
    .values({
      draftRoot: root,
      draftId: input.draft_id,
      brandId: input.brand_id,
      email,
      path: input.path,
      departureId: input.reminder.departure_id,
      departAt: new Date(input.reminder.depart_at),
      dueAt: new Date(now.getTime() + deps.settings.reminderHours * HOUR),
      state: 'waiting',
      createdAt: now,
    })
    .onConflictDoNothing({ target: reminders.draftRoot })
}
