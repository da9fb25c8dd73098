import { and, eq, isNull, sql } from 'drizzle-orm'
import { type ResumptionRequest } from '#contract/resumption.ts'
import { type Tx } from '../../db/client.ts'
import { drafts } from '../../db/schema/platform.ts'
import { reminders, reminderStops, resumptions } from '../../db/schema/checkout-transfers.ts'
import { type ApiDeps } from '../../deps.ts'
import { groupResumeCode } from './checkout-transfer-code.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { isOwnAddress } from '../../store/is-own-address.ts'
import {
  hashReminderEmail,
  hashResumeSecret,
  newLinkSecret,
  newResumeCode,
} from './checkout-transfer-secret.ts'

const HOUR = 3_600_000
export const RESUME_LIFETIME = 24 * HOUR

type Wish = ResumptionRequest['resumption']
export type CreatedResumption =
  | { ok: true; code: string | null; expiresAt: Date }
  | { ok: false; reason: 'not_found' | 'foreign_resume_url' | 'reminder_needs_email' }

/**
 * Makes a way to go on with a draft on another device, for a day: a code, or with an e-mail a
 * mailed link. A new code takes the place of the draft's unused one. The draft lives as long as
 * what opens it.
 */
export async function createResumption(deps: ApiDeps, wish: Wish): Promise<CreatedResumption> {
  const { db } = deps.database
  const page = wish.resume_url ?? `${deps.settings.publicUrl}/resume`
  if (!(await isOwnAddress(db, deps.settings, page))) return { ok: false, reason: 'foreign_resume_url' }
  if (wish.reminder && wish.email === undefined) return { ok: false, reason: 'reminder_needs_email' }
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + RESUME_LIFETIME)
  const secret = wish.email === undefined ? newResumeCode() : newLinkSecret()
  const kind = wish.email === undefined ? 'code' : 'link'
  const made = await db.transaction(async (tx) => {
    const root = await keepDraft(tx, wish.draft_id, now, expiresAt)
    if (root === undefined) return false
    if (kind === 'code') await forgetCode(tx, wish.draft_id)
    const id = await writeResumption(tx, deps, { wish, kind, secret, now, expiresAt })
    if (wish.email === undefined) return true
    const mail = { kind: 'resume' as const, eventKey: `resume:${String(id)}`, to: wish.email }
    await queueMail(tx, { ...mail, secret: `${page}/${secret}` }, now, deps)
    if (wish.reminder) await plan(tx, deps, { wish, email: wish.email, root, now })
    return true
  })
  if (!made) return { ok: false, reason: 'not_found' }
  return { ok: true, code: kind === 'code' ? groupResumeCode(secret) : null, expiresAt }
}

/** Keeps a draft that is not over for as long as a way to it lives. */
async function keepDraft(tx: Tx, id: string, now: Date, until: Date): Promise<string | undefined> {
  const [draft] = await tx
    .update(drafts)
    .set({ expiresAt: until })
    .where(and(eq(drafts.id, id), sql`${drafts.expiresAt} > ${now.toISOString()}::timestamptz`))
    .returning({ id: drafts.id, rootId: drafts.rootId })
  return draft && (draft.rootId ?? draft.id)
}

const forgetCode = (tx: Tx, draftId: string) =>
  tx
    .delete(resumptions)
    .where(and(eq(resumptions.draftId, draftId), eq(resumptions.kind, 'code'), isNull(resumptions.openedAt)))

interface NewResumption {
  wish: Pick<Wish, 'draft_id' | 'brand_id' | 'path'>
  kind: 'code' | 'link'
  secret: string
  now: Date
  expiresAt: Date
}

/** @returns the row's id */
export async function writeResumption(tx: Tx, deps: ApiDeps, made: NewResumption): Promise<number> {
  const { wish, kind, secret, now, expiresAt } = made
  const [row] = await tx
    .insert(resumptions)
    .values({
      draftId: wish.draft_id,
      brandId: wish.brand_id,
      kind,
      secretHash: hashResumeSecret(deps, secret),
      path: wish.path,
      createdAt: now,
      expiresAt,
    })
    .returning({ id: resumptions.id })
  if (!row) throw new Error('The resumption was not written')
  return row.id
}

interface Plan {
  wish: Wish
  email: string
  root: string
  now: Date
}

/**
 * One reminder for a draft, ever; none to whom it was stopped. Which of these it was, nobody is
 * told.
 */
async function plan(tx: Tx, deps: ApiDeps, { wish, email, root, now }: Plan): Promise<void> {
  if (!wish.reminder) return
  const hash = hashReminderEmail(deps, email)
  const [stopped] = await tx.select().from(reminderStops).where(eq(reminderStops.emailHash, hash))
  if (stopped) return
  await tx
    .insert(reminders)
    .values({
      draftRoot: root,
      draftId: wish.draft_id,
      brandId: wish.brand_id,
      email,
      path: wish.path,
      departureId: wish.reminder.departure_id,
      departAt: new Date(wish.reminder.depart_at),
      dueAt: new Date(now.getTime() + deps.settings.reminderHours * HOUR),
      state: 'waiting',
      createdAt: now,
    })
    .onConflictDoNothing({ target: reminders.draftRoot })
}
