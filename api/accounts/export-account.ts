import { and, asc, eq, or } from 'drizzle-orm'
import { type AccountExport } from '#contract/account.ts'
import { type Order } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { comments } from '../db/schema/comments.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { mails } from '../db/schema/platform.ts'
import { savedFilters } from '../db/schema/saved-filters.ts'
import { accountTextConsents, textConsents, texts } from '../db/schema/texts.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { listCareStops } from '../store/care/care-stops.ts'
import { findCreditCards, presentCreditCard } from '../store/payments/find-credit-card.ts'
import { listFormEntries } from './erase-form-entries.ts'
import { listSubscriptions } from '../memberships/list-subscriptions.ts'
import { listOrders } from '../orders/list-orders.ts'
import { readOrder } from '../orders/read-order.ts'
import { listCredits } from '../tenders/list-credits.ts'
import { listGiftCards } from '../gifts/list-gift-cards.ts'
import { listVouchers } from '../gifts/list-vouchers.ts'
import { listAccountSessions } from './account-sessions.ts'
import { readFactorAtLogIn } from './end-second-factor.ts'
import { readRecoveryCodes } from './recovery-codes.ts'
import { readUser } from './read-user.ts'

/** More rows than any account has. */
const ALL = { limit: 2000, offset: 0 }

/**
 * The data export of an account for its owner: everything that the account's pages show. An account
 * with an unproven e-mail gets only what it made itself. Weights and signatures belong to
 * passengers and are not included.
 */
export async function exportAccount(
  deps: ApiDeps,
  caller: SignedInCaller,
): Promise<{ ok: true; export: AccountExport } | { ok: false; reason: 'unauthorized' }> {
  const { db } = deps.database
  const now = deps.clock.now()
  const me = await readUser(deps, caller)
  if (!me.ok) return me
  const { userId, emailProven } = caller
  const tenders = { page: ALL, everybody: false }
  return {
    ok: true,
    export: {
      exported_at: now.toISOString(),
      user: me.user,
      sessions: await listAccountSessions(db, caller, now),
      second_factor: await readFactor(db, userId),
      credit_cards: (await findCreditCards(db, userId)).map(presentCreditCard),
      orders: await readOrders(deps, caller),
      gift_cards: (await listGiftCards(deps, caller, tenders)).rows,
      vouchers: (await listVouchers(deps, caller, tenders)).rows,
      credits: (await listCredits(db, { userId: emailProven ? userId : null }, ALL)).rows,
      subscriptions: (await listSubscriptions(db, caller, now)).map(({ shown }) => shown),
      ...(await readMessages(deps, caller)),
      notes: emailProven ? await readNotes(db, userId) : [],
      ...(await readTexts(db, caller)),
      care_stops: emailProven && me.user.email ? await listCareStops(db, deps, me.user.email) : [],
      saved_filters: await readSavedFilters(db, userId),
    },
  }
}

/** The second factor that its owner turned on. */
async function readFactor(db: DbOrTx, userId: number): Promise<AccountExport['second_factor']> {
  const since = await readFactorAtLogIn(db, userId)
  if (since === null) return null
  return { since: since.toISOString(), recovery_codes_left: (await readRecoveryCodes(db, userId)).left }
}

/** What staff noted about the customer, oldest first. */
async function readNotes(db: DbOrTx, userId: number) {
  const rows = await db
    .select()
    .from(comments)
    .where(and(eq(comments.commentableType, 'customer'), eq(comments.commentableId, userId)))
    .orderBy(asc(comments.id))
  return rows.map(({ body, createdAt }) => ({ body, created_at: createdAt.toISOString() }))
}

/** The filters of the list of orders that the account keeps, which only staff do. */
async function readSavedFilters(db: DbOrTx, userId: number) {
  const rows = await db
    .select()
    .from(savedFilters)
    .where(eq(savedFilters.userId, userId))
    .orderBy(asc(savedFilters.id))
  return rows.map(({ name, filter, createdAt }) => ({ name, filter, created_at: createdAt.toISOString() }))
}

async function readOrders(deps: ApiDeps, caller: SignedInCaller): Promise<Order[]> {
  const { db } = deps.database
  const now = deps.clock.now()
  const vault = createCodeVault(deps.settings.secrets.code)
  const orders: Order[] = []
  for (const { id } of (await listOrders(db, caller, { page: ALL, now })).rows) {
    const order = await readOrder(db, id, now, vault)
    if (order) orders.push(order)
  }
  return orders
}

/**
 * Texts about the account's orders, and its consents to texts; with an unproven e-mail only the
 * consents of the account itself.
 */
async function readTexts(db: DbOrTx, { userId, emailProven }: SignedInCaller) {
  const general = await db
    .select()
    .from(accountTextConsents)
    .where(eq(accountTextConsents.userId, userId))
    .orderBy(asc(accountTextConsents.brandId))
  const consents = general.map(({ brandId, phone, words, givenAt }) => ({
    ...{ brand_id: brandId, order_id: null, phone, words, given_to: 'shop' },
    given_at: givenAt.toISOString(),
  }))
  if (!emailProven) return { texts: [], text_consents: consents }
  const single = await db
    .select({ consent: textConsents, brandId: orders.brandId })
    .from(textConsents)
    .innerJoin(orders, eq(orders.id, textConsents.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(textConsents.orderId))
  const sent = await db
    .select({ text: texts })
    .from(texts)
    .innerJoin(orders, eq(orders.id, texts.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(texts.id))
  return {
    texts: sent.map(({ text: { kind, to, state, orderId, createdAt } }) => ({
      ...{ kind, to, state, order_id: orderId },
      at: createdAt.toISOString(),
    })),
    text_consents: [
      ...consents,
      ...single.map(({ consent: { orderId, phone, words, givenTo, givenAt }, brandId }) => ({
        ...{ brand_id: brandId, order_id: orderId, phone, words, given_to: givenTo },
        given_at: givenAt.toISOString(),
      })),
    ],
  }
}

/**
 * Mails to the account and its waitlist entries; nothing for an account with an unproven e-mail.
 */
async function readMessages({ database }: ApiDeps, { userId, emailProven }: SignedInCaller) {
  const [user] = await database.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!emailProven || !user) return { waitlist_entries: [], mails: [], form_entries: [], newsletters: [] }
  const waiting = await database.db
    .select()
    .from(waitlistEntries)
    .where(or(eq(waitlistEntries.userId, userId), eq(waitlistEntries.email, user.email)))
    .orderBy(asc(waitlistEntries.id))
  const sent = await database.db
    .select()
    .from(mails)
    .where(or(eq(mails.userId, userId), eq(mails.to, user.email)))
    .orderBy(asc(mails.id))
  return {
    waitlist_entries: waiting.map(({ email, phone, status, createdAt }) => ({
      ...{ email, phone, status },
      created_at: createdAt.toISOString(),
    })),
    ...(await listFormEntries(database.db, { userId, email: user.email })),
    mails: sent.map(({ kind, to, createdAt }) => ({ kind, to, at: createdAt.toISOString() })),
  }
}
