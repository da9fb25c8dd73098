import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { type Erasure } from '#contract/account.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { sessions, users } from '../db/schema/people.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { CURRENT_STATUSES } from '../memberships/rules/membership-states.ts'
import { unseal } from '../gateways/seal.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { cancelSubscription } from '../memberships/change-subscription.ts'
import { findCustomer } from '../store/payments/provider-customer.ts'
import { leaveWaitlist } from '../waitlist/leave-waitlist.ts'
import { ENTRY_SECRET_USE } from '../gateways/link-secret.ts'
import { isCurrentPassword } from './confirm-password.ts'
import { erasePerson } from './erase-person.ts'
import { loadErasure } from './load-erasure.ts'

type Refused =
  | 'own_password_wrong'
  | 'erasure_unproven'
  | 'erasure_staff'
  | 'erasure_flight_ahead'
  | 'erasure_payment'
  | 'erasure_value'
  | 'membership_starting'
  | 'payment_provider_unavailable'
type Erased = { ok: true } | { ok: false; reason: Refused }

/**
 * Removes everything personal of an account, for good (decision 042). Money and seats stay in the
 * books without a name. What lies outside is done first and may be done twice: memberships end, the
 * provider forgets the customer and its cards, places on waitlists are given up. Then everything
 * here is forgotten in one transaction, under the locks that buying and paying take, after what
 * stands against it was looked at once more.
 */
export async function eraseAccount(
  deps: ApiDeps,
  caller: SignedInCaller,
  { password, giveUpValue }: { password: string; giveUpValue: boolean },
): Promise<Erased> {
  const { db } = deps.database
  if (!(await isCurrentPassword(db, caller.userId, password)))
    return { ok: false, reason: 'own_password_wrong' }
  const refused = judge(await loadErasure(db, caller, deps.clock.now()), giveUpValue)
  if (refused) return { ok: false, reason: refused }
  const ended = await endOutside(deps, caller.userId)
  if (!ended.ok) return ended
  return db.transaction(async (tx) => {
    const now = deps.clock.now()
    const { userId } = caller
    await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.id))
      .for('update')
    const own = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(asc(orders.id))
      .for('update')
    const meanwhile = judge(await loadErasure(tx, caller, now), giveUpValue)
    if (meanwhile) return { ok: false, reason: meanwhile } as const
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (user) await erasePerson(tx, { userId, email: user.email, orderIds: own.map(({ id }) => id) }, now)
    return { ok: true } as const
  })
}

function judge(erasure: Erasure, giveUpValue: boolean): Refused | undefined {
  if (!erasure.email_proven) return 'erasure_unproven'
  if (erasure.staff) return 'erasure_staff'
  if (erasure.flights_ahead.length > 0) return 'erasure_flight_ahead'
  if (erasure.payment_under_way) return 'erasure_payment'
  const value = erasure.credit > 0 || erasure.vouchers > 0 || erasure.gift_cards > 0
  return value && !giveUpValue ? 'erasure_value' : undefined
}

/** The provider and the waitlists; each step may be tried again. */
async function endOutside(deps: ApiDeps, userId: number): Promise<Erased> {
  const { db } = deps.database
  // Accounts that were put together with it are this person's too.
  const theirs = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(or(eq(users.id, userId), eq(users.mergedIntoId, userId)))
  const standing = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.status, [...CURRENT_STATUSES])))
  try {
    for (const row of standing) {
      if ((await cancelSubscription(deps, row)) === 'busy')
        return { ok: false, reason: 'membership_starting' }
    }
    for (const { id } of theirs) {
      const customer = await findCustomer(db, id)
      if (customer !== undefined) await deleteCustomer(deps, customer)
    }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  // Also where they wait as a guest: the mailbox is theirs.
  const mailboxes = theirs.map(({ email }) => email)
  const waiting = await db
    .select({ sealed: waitlistEntries.tokenSealed })
    .from(waitlistEntries)
    .where(
      and(
        or(eq(waitlistEntries.userId, userId), inArray(waitlistEntries.email, mailboxes)),
        inArray(waitlistEntries.status, ['waiting', 'offered']),
      ),
    )
  for (const { sealed } of waiting) {
    await leaveWaitlist(deps, unseal(deps.settings.secrets.code, ENTRY_SECRET_USE, sealed))
  }
  return { ok: true }
}

/** Their e-mail and cards are there too. One that is gone already is as good as deleted. */
async function deleteCustomer({ stripe }: Pick<ApiDeps, 'stripe'>, reference: string): Promise<void> {
  try {
    await stripe.customers.del(reference)
  } catch (error) {
    if (readProviderFailure(error).kind !== 'refused') throw error
  }
}
