import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable, union } from 'drizzle-orm/pg-core'
import { type KeyRing } from '#settings/key-ring.ts'
import { type Db } from '../db/client.ts'
import { payments } from '../db/schema/money.ts'
import { orders } from '../db/schema/orders.ts'
import { passengers } from '../db/schema/passengers.ts'
import { users } from '../db/schema/people.ts'
import { discountCodes, discountCodeUses } from '../db/schema/promotions.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { rawStatement } from '../db/statement.ts'
import { type ApiDeps } from '../deps.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { beginsWith, endsWithDigits, readPhoneDigits } from '../store/match-text.ts'

/** The most results of a search; the newest orders are the likeliest. */
const MOST = 200

/**
 * Finds orders by a text: a number (`O-1042`), an e-mail or its beginning, a phone or its last
 * digits, the last four digits of a card, the code of a gift card, voucher or discount, or the
 * beginning of a buyer's or passenger's name. Each lookup uses an index of its own.
 */
export async function findOrderIds(
  { database: { db }, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  typed: string,
): Promise<number[]> {
  const text = typed.trim().toLowerCase()
  const look = (table: PgTable, id: PgColumn, where: SQL): Promise<Found> =>
    db
      .select({ id: sql<number | null>`${id}` })
      .from(table)
      .where(where)
      .orderBy(desc(id))
      .limit(MOST)
  const number = readOrderNumber(text)
  const digits = readPhoneDigits(text)
  const isName = /^\p{L}/u.test(text)
  const found = await Promise.all([
    number === undefined ? NOTHING : look(orders, orders.id, eq(orders.id, number)),
    /^\d{4}$/.test(text) ? look(payments, payments.orderId, eq(payments.cardLast4, text)) : NOTHING,
    digits === undefined ? NOTHING : look(orders, orders.id, endsWithDigits(sql`${orders.phone}`, digits)),
    /[@.]/.test(text) ? look(orders, orders.id, beginsWith(sql`${orders.email}`, text)) : NOTHING,
    isName ? findByName(db, text) : NOTHING,
    isName
      ? look(passengers, passengers.orderId, beginsWith(sql`lower(${passengers.fullName})`, text))
      : NOTHING,
    /[\p{L}\d]{4}/u.test(text) ? findByCode(db, settings.secrets.code, typed) : NOTHING,
  ])
  return [...new Set(found.flat().flatMap(({ id }) => id ?? []))]
}

type Found = readonly { id: number | null }[]
const NOTHING: Found = []

/** The id of an order by its number: `O-1042`, `o1042` or `1042`. */
export function readOrderNumber(text: string): number | undefined {
  const number = /^(?:o-?)?([1-9]\d{0,8})$/i.exec(text.trim())?.[1]
  return number === undefined ? undefined : Number(number)
}

const fullName = sql`lower(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, ''))`

async function findByName(db: Db, text: string) {
  const called = await union(
    db.select({ id: users.id }).from(users).where(beginsWith(fullName, text)),
    db
      .select({ id: users.id })
      .from(users)
      .where(beginsWith(sql`lower(${users.lastName})`, text)),
    db
      .select({ id: users.id })
      .from(users)
      .where(beginsWith(sql`${users.email}`, text)),
  ).limit(MOST)
  if (called.length === 0) return []
  // Known ids are looked up one by one, because a list in the statement would make the database
  // read all orders.
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      inArray(
        orders.userId,
        called.map(({ id }) => id),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(MOST)
}

interface TypedCode {
  /** As a discount is stored. */
  code: string
  /** Of a gift card or voucher; none for a text that cannot be one. */
  hashes: readonly string[]
}

const ofHash = (column: PgColumn) => sql`${column} = any(${sql.placeholder('hashes')}::text[])`

/** The orders that used a discount or voucher, and those that a gift card was bought by or used for. */
const selectByCode = rawStatement<TypedCode, { id: number | null }>(sql`
  (select ${discountCodeUses.orderId} as id from ${discountCodeUses}
    join ${discountCodes} on ${discountCodes.id} = ${discountCodeUses.discountCodeId}
    where ${discountCodes.code} = ${sql.placeholder('code')}
    order by ${discountCodeUses.orderId} desc limit ${sql.raw(String(MOST))})
  union all select ${vouchers.orderId} from ${vouchers} where ${ofHash(vouchers.codeHash)}
  union all select ${giftCards.purchaserOrderId} from ${giftCards} where ${ofHash(giftCards.codeHash)}
  union all select ${giftCards.orderId} from ${giftCards} where ${ofHash(giftCards.codeHash)}`)

async function findByCode(db: Db, ring: KeyRing, typed: string) {
  const hashes = createCodeVault(ring).hashesOf(typed) ?? []
  return selectByCode(db, { code: typed.trim().toUpperCase(), hashes })
}
