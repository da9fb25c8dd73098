import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { prizeShape } from '#contract/resources/people-shapes.ts'
import { type Tx } from '../db/client.ts'
import { users } from '../db/schema/people.ts'
import { prizes } from '../db/schema/promotions.ts'
import { prizeDefaults } from '../resources/creation-defaults.ts'
import { isLimited, needApproval } from '../resources/price-limits.ts'
import { conflict, declareResource, invalid, type Row, type Writer } from '../resources/resource.ts'
import { isOverDayLimit, valueUpgrade } from '../store/is-over-day-limit.ts'
import { refuseGivingToOneself } from '../resources/resource-checks.ts'

/** A prize is a gift without an order: it counts with the credit of the day. */
async function refuseOverDay(db: Tx, by: Writer, row: Row) {
  if (!isLimited(by)) return undefined
  const gift = {
    userId: Number(row['userId']),
    amountCents: await valueUpgrade(db, Number(row['upgradeId'])),
  }
  return (await isOverDayLimit(db, { ...by, at: by.now }, gift))
    ? needApproval('This prize is above what staff give in 24 hours. Please ask for approval.')
    : undefined
}

/**
 * Prizes that staff gave or a contest's draw awarded; their owners see them once the mailbox is
 * confirmed.
 */
export const prizeResource = declareResource({
  shape: prizeShape,
  defaults: prizeDefaults,
  table: prizes,
  methods: ['read', 'create', 'change', 'remove'],
  ownRows: (_, caller) =>
    Promise.resolve(
      and(
        eq(prizes.userId, caller.userId),
        inArray(prizes.userId, caller.emailProven ? [caller.userId] : []),
      ),
    ),
  stamp: { create: ({ now }) => ({ createdAt: now }) },
  check: async (row, { db, by, before }) => {
    if (typeof before?.['orderId'] === 'number')
      return conflict('An order has this prize already: it stays as it is.')
    if (before) return refuseGivingToOneself(by, before['userId']) ?? refuseOverDay(db, by, row)
    const [winner] = await db
      .select({ proven: users.emailProvenAt, erased: users.erasedAt })
      .from(users)
      .where(eq(users.id, Number(row['userId'])))
    if (winner && (!winner.proven || winner.erased))
      return invalid({ user_id: ['This mailbox is not proven'] })
    return refuseGivingToOneself(by, row['userId']) ?? refuseOverDay(db, by, row)
  },
  uses: [
    {
      what: 'orders have it',
      count: async (db, id) => db.$count(prizes, and(eq(prizes.id, id), isNotNull(prizes.orderId))),
    },
  ],
})
