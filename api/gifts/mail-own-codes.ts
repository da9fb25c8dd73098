import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { brands } from '../db/schema/brands.ts'
import { type mails } from '../db/schema/platform.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { describeGiftTerms } from './gift-mail-codes.ts'
import { type OwnCode } from './own-codes-mail.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { listGiftCards } from './list-gift-cards.ts'
import { listVouchers } from './list-vouchers.ts'

/**
 * Mails all codes of an account to its proven mailbox. The answer does not reveal whether the
 * mailbox is proven or whether there are codes.
 * @returns the account's address
 */
export async function mailOwnCodes(
  deps: ApiDeps,
  caller: SignedInCaller,
  brandId: number,
): Promise<{ ok: true; email: string } | { ok: false; reason: 'brand_unknown' }> {
  const { db } = deps.database
  if ((await db.$count(brands, eq(brands.id, brandId))) === 0) return { ok: false, reason: 'brand_unknown' }
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, caller.userId))
  const to = user?.email ?? ''
  if (!caller.emailProven) return { ok: true, email: to }
  const eventKey = `own_codes:${String(caller.userId)}:${String(brandId)}:${randomUUID()}`
  const mail = { kind: 'own_codes' as const, eventKey, userId: caller.userId, to }
  await db.transaction((tx) => queueMail(tx, mail, deps.clock.now(), deps))
  return { ok: true, email: to }
}

/**
 * The codes that are usable when the mail leaves.
 * @throws when the account has another e-mail by now, because its codes must not go to the old
 * mailbox
 */
export async function readOwnCodes(
  deps: ApiDeps,
  { userId, to }: Pick<typeof mails.$inferSelect, 'userId' | 'to'>,
): Promise<OwnCode[]> {
  if (userId === null) return []
  const [user] = await deps.database.db.select().from(users).where(eq(users.id, userId))
  if (user?.email !== to || user.emailProvenAt === null) throw new Error('These codes are another mailbox’s')
  const caller = { kind: 'customer', sessionId: '', userId, emailProven: true, roles: [] } as const
  const query = { page: { limit: 200, offset: 0, sort: undefined }, everybody: false }
  const { rows: cards } = await listGiftCards(deps, { ...caller, roles: [] }, query)
  const { rows: papers } = await listVouchers(deps, { ...caller, roles: [] }, query)
  return [
    ...cards.flatMap((card) => {
      const { code, status, name, product_name: product, expires_at: at } = card
      return code !== null && status === 'available'
        ? [
            {
              code,
              terms: describeGiftTerms(card),
              name: product ? `${product}: ${name}` : name,
              balanceCents: null,
              expiresAt: at,
            },
          ]
        : []
    }),
    ...papers.flatMap(({ code, status, balance, expires_at: at }) =>
      code !== null && status === 'available'
        ? [{ code, terms: [], name: 'Voucher', balanceCents: toCents(balance), expiresAt: at }]
        : [],
    ),
  ]
}
