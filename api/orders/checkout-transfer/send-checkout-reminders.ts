import { and, asc, eq, gt, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { departures } from '../../db/schema/catalogue.ts'
import { orders } from '../../db/schema/orders.ts'
import { drafts } from '../../db/schema/platform.ts'
import { reminders, reminderStops } from '../../db/schema/checkout-transfers.ts'
import { type ApiDeps } from '../../deps.ts'
import { toLocalDate } from '../../rules/time/local-time.ts'
import { readAvailabilityDay } from '../../catalogue/read-availability-day.ts'
import { findEntry, readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { readMailBrand } from '../../store/mails/read-mail-brand.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { TRANSFER_LIFETIME, writeCheckoutTransfer } from './create-checkout-transfer.ts'
import { hashTransferSecret, newLinkSecret, reminderEmailHashes } from './checkout-transfer-secret.ts'

type Reminder = typeof reminders.$inferSelect

const BATCH = 100

/**
 * Sends each due reminder once, when the booking was not finished on any device, the draft still
 * exists and its departure can still be booked. Otherwise no reminder is sent, now or later.
 */
export async function sendReminders(deps: ApiDeps): Promise<void> {
  const { db } = deps.database
  const now = deps.clock.now()
  const due = await db
    .select()
    .from(reminders)
    .where(and(eq(reminders.state, 'waiting'), lte(reminders.dueAt, now)))
    .orderBy(asc(reminders.dueAt))
    .limit(BATCH)
  for (const reminder of due) {
    // This query runs before the transaction, which may hold the only connection.
    const open = await canStillBook(deps, reminder, now)
    const { origin } = await readMailBrand(db, deps.settings, reminder.brandId)
    await db.transaction((tx) => settleReminder(tx, deps, { reminder, open, page: `${origin}/resume`, now }))
  }
}

interface Due {
  reminder: Reminder
  open: boolean
  page: string
  now: Date
}

async function settleReminder(tx: Tx, deps: ApiDeps, { reminder, open, page, now }: Due): Promise<void> {
  const wanted = open && (await isReminderAllowed(tx, deps, reminder, now))
  const secret = newLinkSecret()
  const claimed = await tx
    .update(reminders)
    .set({
      state: wanted ? 'sent' : 'dropped',
      settledAt: now,
      stopHash: wanted ? hashTransferSecret(deps, secret) : null,
    })
    .where(and(eq(reminders.id, reminder.id), eq(reminders.state, 'waiting')))
    .returning({ id: reminders.id })
  if (claimed.length === 0 || !wanted) return
  const expiresAt = new Date(now.getTime() + TRANSFER_LIFETIME)
  await tx.update(drafts).set({ expiresAt }).where(eq(drafts.id, reminder.draftId))
  const { draftId: draft_id, brandId: brand_id, path, email: to } = reminder
  await writeCheckoutTransfer(tx, deps, {
    wish: { draft_id, brand_id, path },
    kind: 'link',
    secret,
    now,
    expiresAt,
  })
  const eventKey = `resume_reminder:${String(reminder.id)}`
  const about = { brandId: brand_id, subjectId: reminder.id }
  const mail = { kind: 'resume_reminder' as const, eventKey, ...about, to, secret: `${page}/${secret}` }
  await queueMail(tx, mail, now, deps)
}

/**
 * The booking was not finished on any device since the request, the draft exists, and the address
 * did not stop reminders.
 */
async function isReminderAllowed(tx: Tx, deps: ApiDeps, reminder: Reminder, now: Date): Promise<boolean> {
  const { draftRoot, draftId, createdAt } = reminder
  const [kept] = await tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.id, draftId), gt(drafts.expiresAt, now)))
  if (!kept) return false
  const bought = and(isNotNull(orders.completedAt), gte(orders.completedAt, createdAt))
  const [paid] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.draftRoot, draftRoot), bought))
    .limit(1)
  if (paid) return false
  const hashes = reminderEmailHashes(deps, reminder.email)
  const [stopped] = await tx.select().from(reminderStops).where(inArray(reminderStops.emailHash, hashes))
  return !stopped
}

/** The departure is on sale and has room for the chosen party. */
async function canStillBook(deps: ApiDeps, reminder: Reminder, now: Date): Promise<boolean> {
  const { db } = deps.database
  const [departure] = await db
    .select({ productId: departures.productId })
    .from(departures)
    .where(eq(departures.id, reminder.departureId))
  const entry = departure && findEntry(await readCatalogue(db), departure.productId)
  if (!departure || !entry) return false
  const chosen = new URL(reminder.path, deps.settings.publicUrl).searchParams
  const { timezone } = entry.departureTerminal
  const day = await readAvailabilityDay(db, toLocalDate(reminder.departAt, timezone), {
    productId: departure.productId,
    quantity: Math.max(1, Number(chosen.get('quantity')) || 1),
    quantityType: chosen.get('quantity_type') === 'flight' ? 'flight' : 'seat',
    sellingBrandId: reminder.brandId,
    now,
  })
  const found = day?.departures.find(
    (one) =>
      one.departure_id === reminder.departureId &&
      new Date(one.depart_at).getTime() === reminder.departAt.getTime(),
  )
  return found?.status === 'open'
}
