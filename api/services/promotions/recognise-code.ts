import { and, eq } from 'drizzle-orm'
import { type Code } from '#contract/tenders.ts'
import { discountCodes } from '../../db/schema/promotions.ts'
import { giftCards, vouchers } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { groupCode, normalizeCode } from '../../domain/money/gift-code.ts'
import { createCodeVault } from '../../gateways/code-vault.ts'
import { type Caller, type SignedInCaller } from '../../http.ts'
import { normalCode } from './find-discount.ts'
import { isUsableGift, isUsableVoucher } from '../tenders/judge-tenders.ts'
import { presentGiftCard } from '../tenders/present-gift-card.ts'
import { presentVoucher } from '../tenders/present-voucher.ts'
import { readCatalogue } from '../catalogue/read-catalogue.ts'
import { readPayer } from '../payments/read-payer.ts'

const NOTHING = { message: null, discount_code: null, gift_card: null, voucher: null }
const LOG_IN = {
  gift_card: 'Login or Register to redeem your Buy Now Schedule Later',
  voucher: 'Login or Register to use your voucher',
}
/** The same for a used, expired, frozen or refunded one, and for one that was sent to somebody else. */
const NOT_USABLE = 'This code cannot be used. Contact us if you need assistance.'

/**
 * Says what a typed code is; undefined when there is none like it. Whether a discount holds is for the quote to say. Of
 * a gift card or voucher whoever is logged in sees what it is good for, if it can be used; why it cannot is not said.
 */
export async function recogniseCode(deps: ApiDeps, caller: Caller, typed: string): Promise<Code | undefined> {
  const { db } = deps.database
  const [discount] = await db
    .select({ code: discountCodes.code })
    .from(discountCodes)
    .where(and(eq(discountCodes.code, normalCode(typed)), eq(discountCodes.internal, false)))
  if (discount) return { ...NOTHING, kind: 'discount', usable: true, discount_code: discount.code }
  const hash = createCodeVault(deps.settings.secrets.code).hashOf(typed)
  if (hash === undefined) return undefined
  const [card] = await db.select().from(giftCards).where(eq(giftCards.codeHash, hash))
  if (card) return describeGift(deps, caller, { card, typed })
  const [voucher] = await db.select().from(vouchers).where(eq(vouchers.codeHash, hash))
  return voucher && describeVoucher(deps, caller, { voucher, typed })
}

const isLoggedIn = (caller: Caller): caller is SignedInCaller => caller.kind === 'customer'

async function describeGift(
  deps: ApiDeps,
  caller: Caller,
  { card, typed }: { card: typeof giftCards.$inferSelect; typed: string },
): Promise<Code> {
  const kind = 'gift_card'
  if (!isLoggedIn(caller)) return { ...NOTHING, kind, usable: false, message: LOG_IN[kind] }
  const { db } = deps.database
  const now = deps.clock.now()
  if (!isUsableGift(card, await readPayer(db, caller), now)) {
    return { ...NOTHING, kind, usable: false, message: NOT_USABLE }
  }
  const { fares } = await readCatalogue(db)
  return {
    ...NOTHING,
    kind,
    usable: true,
    gift_card: presentGiftCard(card, { code: asTyped(typed), fares, now }),
  }
}

async function describeVoucher(
  deps: ApiDeps,
  caller: Caller,
  { voucher, typed }: { voucher: typeof vouchers.$inferSelect; typed: string },
): Promise<Code> {
  const kind = 'voucher'
  if (!isLoggedIn(caller)) return { ...NOTHING, kind, usable: false, message: LOG_IN[kind] }
  const now = deps.clock.now()
  if (!isUsableVoucher(voucher, await readPayer(deps.database.db, caller), now)) {
    return { ...NOTHING, kind, usable: false, message: NOT_USABLE }
  }
  return { ...NOTHING, kind, usable: true, voucher: presentVoucher(voucher, { code: asTyped(typed), now }) }
}

/** Who typed it knows it; given back as it is written. */
const asTyped = (typed: string) => groupCode(normalizeCode(typed) ?? typed)
