import { eq, inArray, sql } from 'drizzle-orm'
import {
  auditShape,
  creditShape,
  discountCodeShape,
  discountShape,
  orderItemSeatsShape,
  orderShape,
  paymentShape,
  refundShape,
  userShape,
} from '#contract/resources/desk-shapes.ts'
import { type DbOrTx } from '../db/client.ts'
import { auditLog } from '../db/schema/audit.ts'
import { plans } from '../db/schema/memberships.ts'
import { orderRefunds, paymentAttempts, payments } from '../db/schema/money.ts'
import { orderItemSeats, orders } from '../db/schema/orders.ts'
import { userRoles, users } from '../db/schema/people.ts'
import { campaigns, discountCodes, discountCodeUses, discounts } from '../db/schema/promotions.ts'
import { creditBalances, credits } from '../db/schema/tenders.ts'
import { toDollars } from '../rules/money/money.ts'
import { DEEP_DISCOUNT, isDeepDiscount } from '../store/is-deep-discount.ts'
import { ofOwnOrders } from '../store/orders/own-orders.ts'
import { lockAdmins } from '../accounts/staff/lock-admins.ts'
import {
  conflict,
  declareResource,
  invalid,
  listChangedColumns,
  type Row,
  type Writer,
} from '../resources/resource.ts'
import { isLimited, needApproval } from '../resources/price-limits.ts'
import { declareOrderItems } from '../resources/order-item-resource.ts'
import { discountDefaults } from '../resources/creation-defaults.ts'
import { whereDiscountBrand, whereOrderBrand } from '../resources/brand-scope.ts'
import { usedByColumn } from '../resources/row-uses.ts'
import { presentEmail } from '../store/walk-in-email.ts'

const checkAmountOrPercent = (row: Row) =>
  ((row['amountCents'] ?? null) === null) === ((row['percentBps'] ?? null) === null)
    ? invalid({ amount: ['Give an amount or a percentage, and not both'] })
    : row['amountCents'] === 0 || row['percentBps'] === 0
      ? invalid({ [row['amountCents'] === 0 ? 'amount' : 'percent']: ['Must take something off'] })
      : undefined

interface DiscountWrite {
  db: DbOrTx
  by: Writer
  before: Row | undefined
}

/** What may be changed of a discount that takes more than half: its words, and to end it. */
const WORDS = new Set(['name', 'invoiceDescription'])

const isEnding = (row: Row, before: Row) =>
  listChangedColumns(row, before, Object.keys(row)).every(
    (column) => WORDS.has(column) || (column === 'publishStatus' && row[column] === 'archived'),
  )

async function refuseDeepDiscount(row: Row, { db, by, before }: DiscountWrite) {
  if (!isLimited(by) || (before && isEnding(row, before))) return undefined
  const { amountCents, percentBps, productIds } = row
  const isDeep = await isDeepDiscount(db, {
    amountCents: typeof amountCents === 'number' ? amountCents : null,
    percentBps: typeof percentBps === 'number' ? percentBps : null,
    productIds: Array.isArray(productIds) ? productIds.map(Number) : [],
  })
  return isDeep ? needApproval(DEEP_DISCOUNT) : undefined
}

/** A further code of such a discount gives it once more. */
async function refuseCodeOfDeepDiscount(row: Row, { db, by, before }: DiscountWrite) {
  if (!isLimited(by)) return undefined
  const isOff = before !== undefined && row['redeemable'] === false
  const [discount] = await db
    .select()
    .from(discounts)
    .where(eq(discounts.id, Number(row['discountId'])))
  if (isOff || !discount) return undefined
  return (await isDeepDiscount(db, discount)) ? needApproval(DEEP_DISCOUNT) : undefined
}

export const discountResource = declareResource({
  shape: discountShape,
  defaults: discountDefaults,
  table: discounts,
  brandRows: (brandId) => eq(discounts.brandId, brandId),
  methods: ['list', 'read', 'create', 'change', 'remove'],
  check: async (row, context) => checkAmountOrPercent(row) ?? (await refuseDeepDiscount(row, context)),
  uses: [usedByColumn('codes take it off', discountCodes, discountCodes.discountId)],
})

export const discountCodeResource = declareResource({
  shape: discountCodeShape,
  table: discountCodes,
  brandRows: whereDiscountBrand(discountCodes.discountId),
  methods: ['list', 'create', 'change', 'remove'],
  check: async (row, context) =>
    context.before?.['internal'] === true
      ? conflict('This code is a membership’s own: it works by itself.')
      : await refuseCodeOfDeepDiscount(row, context),
  uses: [
    usedByColumn('orders used it', discountCodeUses, discountCodeUses.discountCodeId),
    usedByColumn('plans apply it', plans, plans.discountCodeId),
    {
      what: 'campaigns name it',
      count: async (db, id) => {
        const [row] = await db
          .select({ code: discountCodes.code })
          .from(discountCodes)
          .where(eq(discountCodes.id, id))
        return row ? db.$count(campaigns, eq(campaigns.discountCode, row.code)) : 0
      },
    },
  ],
})

export const orderItemSeatsResource = declareOrderItems({
  shape: orderItemSeatsShape,
  table: orderItemSeats,
  orderId: orderItemSeats.orderId,
})

const PAYMENTS_FINAL = 'Money that moved stays in the books: give it back with a refund instead.'

/**
 * Payments that have arrived. A payment's id is its attempt's id, which exists before any money
 * does.
 */
export const paymentResource = declareResource({
  shape: paymentShape,
  table: payments,
  idColumn: 'attemptId',
  methods: ['list', 'change', 'remove'],
  mapped: { status: { read: () => 'succeeded' } },
  sorts: { status: sql`(select 'succeeded')` },
  refused: { change: PAYMENTS_FINAL, remove: PAYMENTS_FINAL },
  ownRows: ofOwnOrders(payments.orderId),
  brandRows: whereOrderBrand(payments.orderId),
})

/** One payment, also while it is open or after it failed. */
export const paymentAttemptResource = declareResource({
  shape: paymentShape,
  table: paymentAttempts,
  methods: ['read'],
  mapped: { status: { read: ({ state }) => (state === 'created' ? 'open' : state) } },
  enrich: addPaymentAmounts,
  ownRows: ofOwnOrders(paymentAttempts.orderId),
  brandRows: whereOrderBrand(paymentAttempts.orderId),
})

/** Adds the amounts of the payment that an attempt led to. */
async function addPaymentAmounts(db: DbOrTx, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.map((row) => Number(row['id']))
  const found = await db.select().from(payments).where(inArray(payments.attemptId, ids))
  return rows.map((row) => {
    const money = found.find(({ attemptId }) => attemptId === row['id'])
    const none = { refundedCents: 0, method: row['kind'] === 'counter' ? 'cash' : 'online' }
    return { ...none, ...row, ...money, id: row['id'] }
  })
}

const REFUNDS_FINAL = 'What was given back stays in the books.'
export const refundResource = declareResource({
  shape: refundShape,
  table: orderRefunds,
  methods: ['change', 'remove'],
  refused: { change: REFUNDS_FINAL, remove: REFUNDS_FINAL },
})

const CREDITS_FINAL = 'Credit stays in the books: take some back with a negative amount and its reason.'
export const creditResource = declareResource({
  shape: creditShape,
  table: credits,
  methods: ['change', 'remove'],
  refused: { change: CREDITS_FINAL, remove: CREDITS_FINAL },
})

/** Only fields may be changed that affect neither money nor seats. */
export const orderResource = declareResource({
  shape: orderShape,
  table: orders,
  brandRows: (brandId) => eq(orders.brandId, brandId),
  methods: ['change', 'remove'],
  mapped: { email: { read: (row) => presentEmail(String(row['email'])) } },
  refused: { remove: 'Orders are kept: cancel or refund it instead.' },
})

export const userResource = declareResource({
  shape: userShape,
  table: users,
  methods: ['list', 'read', 'change', 'remove'],
  refused: { remove: 'People are erased by themselves, on the page of their account.' },
  mapped: {
    email: { read: (row) => presentEmail(String(row['email'])) },
    email_proven: { read: (row) => row['emailProvenAt'] instanceof Date },
    credit: { read: (row) => toDollars(Number(row['creditCents'] ?? 0)) },
  },
  sorts: {
    email: sql`${users.email}`,
    email_proven: sql`${users.emailProvenAt} is not null`,
    credit: sql`coalesce((select ${creditBalances.balanceCents} from ${creditBalances}
      where ${creditBalances.userId} = ${users.id}), 0)`,
  },
  enrich: async (db, rows) => {
    const ids = rows.map((row) => Number(row['id']))
    const left = await db.select().from(creditBalances).where(inArray(creditBalances.userId, ids))
    const creditOf = (id: unknown) => left.find(({ userId }) => userId === id)?.balanceCents
    return rows.map((row) => ({ ...row, creditCents: creditOf(row['id']) }))
  },
  links: { role_ids: { table: userRoles, own: userRoles.userId, other: userRoles.roleId } },
  // Lock the admins before the person's row: when two admins revoke each other's role, only one
  // succeeds.
  lockFirst: async (tx, _id, by) => {
    await lockAdmins(tx, by.userId)
  },
  check: async (row, { db, by, before }) => {
    if (!(await lockAdmins(db, by.userId))) {
      return { ok: false, reason: 'forbidden', error: 'You are no admin any more.' }
    }
    if (row['id'] === by.userId) {
      return { ok: false, reason: 'forbidden', error: 'Nobody changes their own roles. Ask another admin.' }
    }
    if (row['erasedAt']) return conflict('This person is erased.')
    if (row['mergedIntoId']) return conflict('This account was put together with another one.')
    const given = Array.isArray(row['role_ids']) && row['role_ids'].length > 0
    if (!given && row['suspendedAt']) return conflict('This person is suspended. Please restore them first.')
    // An invited person has roles before their mailbox is proven. The roles have no effect until
    // then.
    const invited = Array.isArray(before?.['role_ids']) && before['role_ids'].length > 0
    return given && !invited && !row['emailProvenAt']
      ? conflict('This mailbox is not proven yet.')
      : undefined
  },
})

export const auditResource = declareResource({
  shape: auditShape,
  table: auditLog,
  methods: ['list', 'read'],
})
