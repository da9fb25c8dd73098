import { presentEmail } from '../../store/walk-in-email.ts'
import { and, asc, desc, eq, getTableColumns, gt, isNull, or, sql } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Customer } from '#contract/customer.ts'
import { type Db } from '../../db/client.ts'
import { creditCards } from '../../db/schema/cards.ts'
import { newsletterSubscribers } from '../../db/schema/forms.ts'
import { plans, subscriptions } from '../../db/schema/memberships.ts'
import { orders } from '../../db/schema/orders.ts'
import { roles, sessions, userRoles, users } from '../../db/schema/people.ts'
import { mails } from '../../db/schema/platform.ts'
import { statement } from '../../db/statement.ts'
import { waitingForAnswer } from '../../store/orders/find-unanswered-offers.ts'
import { mayCorrect } from '../../store/mails/is-mail-correctable.ts'
import { credits, giftCards, vouchers } from '../../db/schema/tenders.ts'
import { toDollars } from '../../rules/money/money.ts'
import { readCredit } from '../../tenders/read-credit.ts'
import { readFactorAtLogIn } from '../end-second-factor.ts'
import { presentCustomers } from './find-customers.ts'
import { readCustomerHistory } from './read-customer-history.ts'

/** How many of the newest rows of each kind are shown. */
const SHOWN = 20

/** Everything that staff see of a customer; undefined for an unknown or erased one. */
export async function readCustomer(db: Db, id: number, now: Date): Promise<Customer | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
  if (!user) return undefined
  const [[summary], held, factorSince, newest, value] = await Promise.all([
    presentCustomers(db, [user]),
    selectRoles(db, { userId: id }),
    readFactorAtLogIn(db, id),
    newestOrders(db, id),
    readValue(db, id),
  ])
  if (!summary) return undefined
  const emails = [user.email, ...summary.former_emails]
  const dealings = await readDealings(db, { id, emails }, now)
  return {
    ...summary,
    has_password: user.passwordHash !== null,
    second_factor_since: factorSince?.toISOString() ?? null,
    roles: (['admin', 'staff', 'pilot', 'agent'] as const).filter((role) =>
      held.some(({ name }) => name === role),
    ),
    suspended_at: user.suspendedAt?.toISOString() ?? null,
    merged_into_id: user.mergedIntoId,
    newest_orders: newest,
    ...value,
    ...dealings,
    history: await readCustomerHistory(db, user, dealings.mails),
  }
}

interface OfUser {
  userId: number
}
const ofUser = (column: PgColumn) => eq(column, sql.placeholder('userId'))

const selectRoles = statement<OfUser, { name: string }[]>((db) =>
  db
    .select({ name: roles.name })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(ofUser(userRoles.userId)),
)

type OrderRow = typeof orders.$inferSelect & { waitingForAnswer: boolean }
const selectNewestOrders = statement<OfUser, OrderRow[]>((db) =>
  db
    .select({ ...getTableColumns(orders), waitingForAnswer })
    .from(orders)
    .where(and(ofUser(orders.userId), isNull(orders.supersededById)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SHOWN),
)

async function newestOrders(db: Db, userId: number): Promise<Customer['newest_orders']> {
  const rows = await selectNewestOrders(db, { userId })
  return rows.map(({ id, status, waitingForAnswer: waiting, email, totalCents, createdAt }) => ({
    id,
    number: `O-${String(id)}`,
    status,
    waiting_for_answer: waiting,
    email: presentEmail(email),
    total: toDollars(totalCents),
    created_at: createdAt.toISOString(),
  }))
}

const selectGiftCards = statement<OfUser, (typeof giftCards.$inferSelect)[]>((db) =>
  db
    .select()
    .from(giftCards)
    .where(ofUser(giftCards.purchaserId))
    .orderBy(desc(giftCards.createdAt), desc(giftCards.id))
    .limit(SHOWN),
)
const selectVouchers = statement<OfUser, (typeof vouchers.$inferSelect)[]>((db) =>
  db
    .select()
    .from(vouchers)
    .where(ofUser(vouchers.userId))
    .orderBy(desc(vouchers.createdAt), desc(vouchers.id))
    .limit(SHOWN),
)
const selectCredits = statement<OfUser, (typeof credits.$inferSelect)[]>((db) =>
  db
    .select()
    .from(credits)
    .where(ofUser(credits.userId))
    .orderBy(desc(credits.createdAt), desc(credits.id))
    .limit(SHOWN),
)

/** The customer's gift cards, vouchers and credit, without the codes. */
async function readValue(db: Db, userId: number) {
  const [cards, papers, granted, credit] = await Promise.all([
    selectGiftCards(db, { userId }),
    selectVouchers(db, { userId }),
    selectCredits(db, { userId }),
    readCredit(db, userId),
  ])
  return {
    gift_cards: cards.map(({ id, name, codeTail, state, lastEmailedTo, expiresAt }) => ({
      ...{ id, name, code_tail: codeTail, state, given_to: lastEmailedTo },
      expires_at: expiresAt.toISOString(),
    })),
    vouchers: papers.map(({ id, codeTail, valueCents, balanceCents, state, lastEmailedTo, expiresAt }) => ({
      ...{ id, code_tail: codeTail, state, given_to: lastEmailedTo },
      value: toDollars(valueCents),
      balance: toDollars(balanceCents),
      expires_at: expiresAt.toISOString(),
    })),
    credit: toDollars(credit),
    credits: granted.map(({ id, amountCents, creditType, reason, createdAt }) => ({
      ...{ id, amount: toDollars(amountCents), credit_type: creditType, reason },
      created_at: createdAt.toISOString(),
    })),
  }
}

interface SubscriptionRow {
  row: typeof subscriptions.$inferSelect
  planName: string
}
const selectSubscriptions = statement<OfUser, SubscriptionRow[]>((db) =>
  db
    .select({ row: subscriptions, planName: plans.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(ofUser(subscriptions.userId))
    .orderBy(desc(subscriptions.id))
    .limit(SHOWN),
)
const selectCards = statement<OfUser, (typeof creditCards.$inferSelect)[]>((db) =>
  db
    .select()
    .from(creditCards)
    .where(and(ofUser(creditCards.userId), isNull(creditCards.removedAt)))
    .orderBy(asc(creditCards.id)),
)
const selectOpenSessions = statement<OfUser & { now: Date }, (typeof sessions.$inferSelect)[]>((db) =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        ofUser(sessions.userId),
        eq(sessions.scope, sql`'customer'`),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .orderBy(desc(sessions.createdAt))
    .limit(SHOWN),
)

interface OfEmails {
  emails: readonly string[]
}
const ofEmails = (column: PgColumn) => sql`${column} = any(${sql.placeholder('emails')}::text[])`
const selectMails = statement<OfUser & OfEmails, (typeof mails.$inferSelect)[]>((db) =>
  db
    .select()
    .from(mails)
    .where(or(ofUser(mails.userId), ofEmails(mails.to)))
    .orderBy(desc(mails.id))
    .limit(SHOWN),
)
const selectNewsletters = statement<OfEmails, (typeof newsletterSubscribers.$inferSelect)[]>((db) =>
  db
    .select()
    .from(newsletterSubscribers)
    .where(ofEmails(newsletterSubscribers.email))
    .orderBy(desc(newsletterSubscribers.id)),
)

async function readDealings(db: Db, { id: userId, emails }: { id: number; emails: string[] }, now: Date) {
  const [joined, cards, open, mailed, lists] = await Promise.all([
    selectSubscriptions(db, { userId }),
    selectCards(db, { userId }),
    selectOpenSessions(db, { userId, now }),
    selectMails(db, { userId, emails }),
    selectNewsletters(db, { emails }),
  ])
  return {
    subscriptions: joined.map(({ row, planName }) => ({
      id: row.id,
      plan_name: planName,
      status: row.status,
      cancel_at_period_end: row.cancelAtPeriodEnd,
      current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
    })),
    cards: cards.map(({ brand, last4, expMonth, expYear, isDefault }) => ({
      ...{ brand, last4, exp_month: expMonth, exp_year: expYear, is_default: isDefault },
    })),
    sessions: open.map(({ device, createdAt, lastSeenAt }) => ({
      device,
      created_at: createdAt.toISOString(),
      last_seen_at: (lastSeenAt ?? createdAt).toISOString(),
    })),
    mails: mailed.map((mail) => ({
      ...{ id: mail.id, kind: mail.kind, to: mail.to, state: mail.state, order_id: mail.orderId },
      correctable: mayCorrect(mail),
      created_at: mail.createdAt.toISOString(),
    })),
    newsletters: lists.map(({ brandId, list, email, state, confirmedAt, endedAt, endedBy, askedAt }) => ({
      ...{ brand_id: brandId, list, email, state, ended_by: endedBy },
      since: (endedAt ?? confirmedAt ?? askedAt).toISOString(),
    })),
  }
}
