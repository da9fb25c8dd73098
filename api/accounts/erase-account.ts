import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { type Erasure } from '#contract/account.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { sessions, users } from '../db/schema/people.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { CURRENT_STATUSES } from '../memberships/rules/membership-states.ts'
import { unseal } from '../gateways/sealed-text.ts'
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
 * Erases all personal data of an account, for good (decision 042). Money and seats stay in the
 * books without a name. First come steps outside the database, which may be repeated: memberships
 * end, the provider deletes the customer with its cards, and waitlist places are given up. Then one
 * transaction checks the obstacles again and erases the data, under the locks of buying and paying.
 */
export async function eraseAccount(
  deps: ApiDeps,
  caller: SignedInCaller,
  { password, giveUpValue }: { password: string; giveUpValue: boolean },
): Promise<Erased> {
  const { db } = deps.database
  if (!(await isCurrentPassword(db, caller.userId, password)))
    return { ok: false, reason: 'own_password_wrong' }
  const refused = findObstacle(await loadErasure(db, caller, deps.clock.now()), giveUpValue)
  if (refused) return { ok: false, reason: refused }
  const ended = await endOutsideDatabase(deps, caller.userId)
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
    const meanwhile = findObstacle(await loadErasure(tx, caller, now), giveUpValue)
    if (meanwhile) return { ok: false, reason: meanwhile } as const
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (user) await erasePerson(tx, { userId, email: user.email, orderIds: own.map(({ id }) => id) }, now)
    return { ok: true } as const
  })
}

function findObstacle(erasure: Erasure, giveUpValue: boolean): Refused | undefined {
  if (!erasure.email_proven) return 'erasure_unproven'
  if (erasure.staff) return 'erasure_staff'
  if (erasure.flights_ahead.length > 0) return 'erasure_flight_ahead'
  if (erasure.payment_under_way) return 'erasure_payment'
  const value = erasure.credit > 0 || erasure.vouchers > 0 || erasure.gift_cards > 0
  return value && !giveUpValue ? 'erasure_value' : undefined
}

/**
 * Ends memberships and waitlist places and deletes the provider's customer. Each step may be
 * repeated.
 */
async function endOutsideDatabase(deps: ApiDeps, userId: number): Promise<Erased> {
  const { db } = deps.database
  // Accounts that were merged into this one belong to the same person.
  const ownAccounts = await db
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
    for (const { id } of ownAccounts) {
      const customer = await findCustomer(db, id)
      if (customer !== undefined) await deleteCustomer(deps, customer)
    }
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
  // Waitlist entries made as a guest count too, because the address is proven.
  const mailboxes = ownAccounts.map(({ email }) => email)
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

/**
 * Deletes the provider's customer with its e-mail and cards. A customer that is unknown there
 * counts as deleted.
 */
async function deleteCustomer({ stripe }: Pick<ApiDeps, 'stripe'>, reference: string): Promise<void> {
  try {
    await stripe.customers.del(reference)
  } catch (error) {
    if (readProviderFailure(error).kind !== 'refused') throw error
  }
}
