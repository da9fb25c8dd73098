import { and, eq, gt, inArray, isNull, sql, sum } from 'drizzle-orm'
import { type CustomerMerge } from '#contract/customer.ts'
import { type DbOrTx } from '../../db/client.ts'
import { creditCards, providerCustomers } from '../../db/schema/cards.ts'
import { plans, subscriptions } from '../../db/schema/memberships.ts'
import { paymentAttempts } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { sessions, userRoles, users } from '../../db/schema/people.ts'
import { prizes } from '../../db/schema/promotions.ts'
import { giftCards, vouchers } from '../../db/schema/tenders.ts'
import { waitlistEntries } from '../../db/schema/waitlist.ts'
import { CURRENT_STATUSES } from '../../memberships/rules/membership-states.ts'
import { toDollars } from '../../rules/money/money.ts'
import { readCredit } from '../../tenders/read-credit.ts'
import { readFactorAtLogIn } from '../end-second-factor.ts'
import { presentCustomers } from './find-customers.ts'
import { isWalkInEmail } from '../../store/walk-in-email.ts'

type UserRow = typeof users.$inferSelect
export interface MergePair {
  keptId: number
  mergedId: number
}
export interface MergeJudgement {
  kept: UserRow
  merged: UserRow
  merge: CustomerMerge
  /** Whether saved cards and the provider's customer are transferred. */
  cardsMove: boolean
}

export const MERGE_SENTENCES = {
  same: 'These are one account already.',
  merged: 'One of them was put together with another account before. Please look it up again.',
  staff: 'One of them has a role at the desk. Please take the role away first.',
  unproven:
    'The mailbox of the account that would stay is not proven, the other one’s is. Please keep ' +
    'the other one.',
  emailless: 'Only the other account has an e-mail. Please keep that one.',
  memberships: 'Both have a membership that runs. Please end one of them first.',
  starting: 'A membership is just being started. Please try again in a few minutes.',
  membershipCard:
    'The membership is paid with a card that cannot go along. Please keep the account that has it.',
  payment: 'A payment is under way. Please try again in a few minutes.',
} as const

/**
 * What a merge of two accounts would transfer and end, and what prevents it.
 *
 * @returns undefined where one of them is nobody, or erased
 */
export async function judgeMerge(
  db: DbOrTx,
  { keptId, mergedId }: MergePair,
  now: Date,
): Promise<MergeJudgement | undefined> {
  const found = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, [keptId, mergedId]), isNull(users.erasedAt)))
  const kept = found.find(({ id }) => id === keptId)
  const merged = found.find(({ id }) => id === mergedId)
  if (!kept || !merged) return undefined
  const [summaries, cards, ownProviders, standing, moves, openSessions, factor] = await Promise.all([
    presentCustomers(db, found),
    db.$count(creditCards, and(eq(creditCards.userId, mergedId), isNull(creditCards.removedAt))),
    db.$count(providerCustomers, eq(providerCustomers.userId, keptId)),
    readStanding(db, [keptId, mergedId]),
    readMoves(db, mergedId),
    db.$count(
      sessions,
      and(
        eq(sessions.userId, mergedId),
        eq(sessions.scope, 'customer'),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    ),
    readFactorAtLogIn(db, mergedId),
  ])
  const keptSummary = summaries.find(({ id }) => id === keptId)
  const mergedSummary = summaries.find(({ id }) => id === mergedId)
  if (!keptSummary || !mergedSummary) return undefined
  const cardsMove = ownProviders === 0
  return {
    kept,
    merged,
    cardsMove,
    merge: {
      kept: keptSummary,
      merged: mergedSummary,
      moves: {
        ...moves,
        memberships: standing.filter(({ userId }) => userId === mergedId).map(({ name }) => name),
        cards: cardsMove ? cards : 0,
      },
      ends: {
        sessions: openSessions,
        password: merged.passwordHash !== null,
        cards: cardsMove ? 0 : cards,
        second_factor: factor !== null,
      },
      refusals: await findRefusals(db, { kept, merged, standing, cardsMove }),
    },
  }
}

async function readMoves(db: DbOrTx, userId: number) {
  const [[paper], placed, bought, creditCents, won, places] = await Promise.all([
    db
      .select({ count: sql<number>`count(*)::int`, cents: sum(vouchers.balanceCents).mapWith(Number) })
      .from(vouchers)
      .where(eq(vouchers.userId, userId)),
    db.$count(orders, and(eq(orders.userId, userId), isNull(orders.supersededById))),
    db.$count(giftCards, eq(giftCards.purchaserId, userId)),
    readCredit(db, userId),
    db.$count(prizes, and(eq(prizes.userId, userId), isNull(prizes.usedAt))),
    db.$count(waitlistEntries, and(eq(waitlistEntries.userId, userId), isNull(waitlistEntries.endedAt))),
  ])
  return {
    orders: placed,
    gift_cards: bought,
    vouchers: paper?.count ?? 0,
    voucher_balance: toDollars(paper?.cents ?? 0),
    credit: toDollars(creditCents),
    prizes: won,
    waitlist_places: places,
  }
}

const readStanding = (db: DbOrTx, userIds: number[]) =>
  db
    .select({ userId: subscriptions.userId, status: subscriptions.status, name: plans.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .where(and(inArray(subscriptions.userId, userIds), inArray(subscriptions.status, [...CURRENT_STATUSES])))

async function findRefusals(
  db: DbOrTx,
  {
    kept,
    merged,
    standing,
    cardsMove,
  }: Pick<MergeJudgement, 'kept' | 'merged' | 'cardsMove'> & {
    standing: Awaited<ReturnType<typeof readStanding>>
  },
): Promise<string[]> {
  if (kept.id === merged.id) return [MERGE_SENTENCES.same]
  const both = [kept.id, merged.id]
  const members = new Set(standing.map(({ userId }) => userId))
  const [roles, isPaying] = await Promise.all([
    db.$count(userRoles, inArray(userRoles.userId, both)),
    paymentUnderWay(db, both),
  ])
  const said: (keyof typeof MERGE_SENTENCES)[] = []
  if (kept.mergedIntoId !== null || merged.mergedIntoId !== null) said.push('merged')
  if (roles > 0) said.push('staff')
  if (kept.emailProvenAt === null && merged.emailProvenAt !== null) said.push('unproven')
  if (isWalkInEmail(kept.email) && !isWalkInEmail(merged.email)) said.push('emailless')
  if (members.size > 1) said.push('memberships')
  if (standing.some(({ status }) => status === 'starting' || status === 'incomplete')) said.push('starting')
  if (members.size === 1 && members.has(merged.id) && !cardsMove) said.push('membershipCard')
  if (isPaying) said.push('payment')
  return said.map((one) => MERGE_SENTENCES[one])
}

async function paymentUnderWay(db: DbOrTx, userIds: number[]): Promise<boolean> {
  const open = await db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(inArray(orders.userId, userIds), inArray(paymentAttempts.state, ['created', 'open'])))
    .limit(1)
  return open.length > 0
}
