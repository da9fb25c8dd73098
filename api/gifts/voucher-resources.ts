import { and, eq, exists, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { passengerShape, prizeShape, voucherShape } from '#contract/resources/people-shapes.ts'
import { flights, holds } from '../db/schema/inventory.ts'
import { passengers } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { prizes } from '../db/schema/promotions.ts'
import { vouchers } from '../db/schema/tenders.ts'
import { isGiftToOneself } from '../access/is-self-grant.ts'
import { prizeDefaults } from '../resources/creation-defaults.ts'
import {
  conflict,
  declareResource,
  invalid,
  type Refusal,
  type Row,
  type Writer,
} from '../resources/resource.ts'

const WITH_SEATS = 'Passengers come and go with the seats of their order: sell, move or refund those.'

/**
 * Whom the flight team has to know. The name and the seating are set here; a weight is told by the
 * passenger, and judged there. None of the three stands in the audit log, which nobody can clean.
 */
export const passengerResource = declareResource({
  shape: passengerShape,
  table: passengers,
  methods: ['list', 'read', 'create', 'change', 'remove'],
  refused: { create: WITH_SEATS, remove: WITH_SEATS },
  columns: { weight: 'weightLbs' },
  unaudited: ['full_name', 'weight', 'seating'],
  ownRows: (db, caller) =>
    Promise.resolve(
      exists(
        db
          .select({ id: holds.id })
          .from(holds)
          .innerJoin(flights, eq(flights.id, holds.flightId))
          .where(
            and(
              eq(holds.orderId, passengers.orderId),
              eq(holds.state, 'sold'),
              eq(flights.pilotId, caller.userId),
              or(isNull(passengers.flightId), eq(passengers.flightId, flights.id)),
            ),
          ),
      ),
    ),
})

/** Given by staff or won in a contest; the holder sees it once the mailbox is proven. */
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

/** Only admins may give something to themselves. */
export const refuseGivingToOneself = (
  by: Pick<Writer, 'userId' | 'roles'>,
  receiver: unknown,
): Refusal | undefined =>
  typeof receiver === 'number' && isGiftToOneself(by, receiver)
    ? { ok: false, reason: 'forbidden', error: 'Nobody gives themselves anything. Ask a colleague.' }
    : undefined

/** The expiry date can only be postponed, because the holder was told a date. */
export const refuseEarlierExpiry = (row: Row, before: Row | undefined): Refusal | undefined => {
  const [now, was] = [row['expiresAt'], before?.['expiresAt']]
  return now instanceof Date && was instanceof Date && now < was
    ? conflict('Whoever has it was told how long it is good: it can be made longer, never shorter.')
    : undefined
}

/** `POST /v1/vouchers` creates vouchers, because it also posts their value to the ledger. */
export const voucherResource = declareResource({
  shape: voucherShape,
  table: vouchers,
  methods: ['change', 'remove'],
  refused: { remove: 'A voucher stays in the books: it ends by being spent, or by its day.' },
  check: (row, { by, before }) =>
    before?.['state'] === 'void'
      ? conflict('This voucher was taken back.')
      : (refuseGivingToOneself(by, before?.['userId']) ?? refuseEarlierExpiry(row, before)),
})
