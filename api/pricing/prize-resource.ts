import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { prizeShape } from '#contract/resources/people-shapes.ts'
import { users } from '../db/schema/people.ts'
import { prizes } from '../db/schema/promotions.ts'
import { prizeDefaults } from '../resources/creation-defaults.ts'
import { conflict, declareResource, invalid } from '../resources/resource.ts'
import { refuseGivingToOneself } from '../resources/resource-checks.ts'

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
    if (before) return refuseGivingToOneself(by, before['userId'])
    const [winner] = await db
      .select({ proven: users.emailProvenAt, erased: users.erasedAt })
      .from(users)
      .where(eq(users.id, Number(row['userId'])))
    if (winner && (!winner.proven || winner.erased))
      return invalid({ user_id: ['This mailbox is not proven'] })
    return refuseGivingToOneself(by, row['userId'])
  },
  uses: [
    {
      what: 'orders have it',
      count: async (db, id) => db.$count(prizes, and(eq(prizes.id, id), isNotNull(prizes.orderId))),
    },
  ],
})
