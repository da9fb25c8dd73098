import { inArray } from 'drizzle-orm'
import { type Code, LOG_IN_TO_USE } from '#contract/tenders.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { groupCode, normalizeCode } from '../rules/money/tender-code.ts'
import { explainDiscountRefusal } from '../rules/pricing/explain-discount-refusal.ts'
import { findDiscountRefusal } from '../rules/pricing/discount-refusal.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type Caller, type SignedInCaller } from '../http/http.ts'
import { findDiscount } from '../store/find-discount.ts'
import { type Catalogue, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import {
  findCodeProblem,
  findVoucherProblem,
  giftSentence,
  type TenderProblem,
  voucherSentence,
} from './check-tenders.ts'
import { presentGiftCard } from './present-gift-card.ts'
import { presentVoucher } from './present-voucher.ts'
import { readPayer } from './read-payer.ts'

const NOTHING = { message: null, discount_code: null, gift_card: null, voucher: null }

/** @param brandId of the shop where the code was typed; undefined where it does not matter */
interface TypedCode {
  typed: string
  brandId: number | undefined
}

/**
 * Says what kind of code was typed and why it cannot be used; undefined for an unknown code. A
 * logged-in customer also sees what a usable gift card or voucher pays.
 */
export async function recogniseCode(
  deps: ApiDeps,
  caller: Caller,
  { typed, brandId }: TypedCode,
): Promise<Code | undefined> {
  const { db } = deps.database
  const now = deps.clock.now()
  const discount = await findDiscount(db, typed, { now })
  if (discount && !discount.code.internal) return describeDiscount(discount, brandId, now)
  const hashes = createCodeVault(deps.settings.secrets.code).hashesOf(typed)
  if (hashes === undefined) return undefined
  const [card] = await db.select().from(giftCards).where(inArray(giftCards.codeHash, hashes))
  if (card) return describeGift(deps, caller, { row: card, typed, brandId })
  const [voucher] = await db.select().from(vouchers).where(inArray(vouchers.codeHash, hashes))
  return voucher && describeVoucher(deps, caller, { row: voucher, typed, brandId })
}

/**
 * The quote decides whether a code applies to a flight; this only refuses a code that applies to
 * none.
 */
function describeDiscount(
  { code, discount, uses }: NonNullable<Awaited<ReturnType<typeof findDiscount>>>,
  brandId: number | undefined,
  now: Date,
): Code {
  const seller = brandId ?? discount.brandId ?? 0
  const refusal = findDiscountRefusal({ code, discount }, { now, uses, brandId: seller })
  const message = refusal ? `${code.code} is a discount code. ${explainDiscountRefusal(refusal)}` : null
  return { ...NOTHING, kind: 'discount', usable: !refusal, message, discount_code: code.code }
}

const isLoggedIn = (caller: Caller): caller is SignedInCaller => caller.kind === 'customer'
const NOBODY = { provenEmail: null }

async function describeGift(
  deps: ApiDeps,
  caller: Caller,
  { row, typed, brandId }: TypedCode & { row: typeof giftCards.$inferSelect },
): Promise<Code> {
  const kind = 'gift_card'
  const { db } = deps.database
  const now = deps.clock.now()
  const catalogue = await readCatalogue(db)
  const payer = isLoggedIn(caller) ? await readPayer(db, caller) : NOBODY
  const problem = findCodeProblem(row, payer, now)
  const refused = problem
    ? refusalFor(caller, problem, giftSentence(problem))
    : describeOtherBrands(catalogue, row.productId, brandId, 'gift card')
  if (refused) return { ...NOTHING, kind, usable: false, message: refused }
  if (!isLoggedIn(caller)) return { ...NOTHING, kind, usable: false, message: LOG_IN_TO_USE[kind] }
  const card = presentGiftCard(row, { code: asTyped(typed), catalogue, now })
  return { ...NOTHING, kind, usable: true, gift_card: card }
}

async function describeVoucher(
  deps: ApiDeps,
  caller: Caller,
  { row, typed, brandId }: TypedCode & { row: typeof vouchers.$inferSelect },
): Promise<Code> {
  const kind = 'voucher'
  const { db } = deps.database
  const now = deps.clock.now()
  const payer = isLoggedIn(caller) ? await readPayer(db, caller) : NOBODY
  const problem = findVoucherProblem(row, row.balanceCents, { payer, named: 'by_code', owned: false, now })
  const refused = problem
    ? refusalFor(caller, problem, voucherSentence(problem))
    : describeOtherBrands(await readCatalogue(db), row.productId, brandId, 'voucher')
  if (refused) return { ...NOTHING, kind, usable: false, message: refused }
  if (!isLoggedIn(caller)) return { ...NOTHING, kind, usable: false, message: LOG_IN_TO_USE[kind] }
  return { ...NOTHING, kind, usable: true, voucher: presentVoucher(row, { code: asTyped(typed), now }) }
}

/** A visitor may be the recipient of a gift, which is known only after login. */
const refusalFor = (caller: Caller, problem: TenderProblem, sentence: string): string | undefined =>
  problem === 'emailed' && !isLoggedIn(caller) ? undefined : sentence

/**
 * The name and address of the brands that sell the code's flight; undefined where it can be used
 * here.
 */
function describeOtherBrands(
  { brands, entries }: Pick<Catalogue, 'brands' | 'entries'>,
  productId: number | null,
  brandId: number | undefined,
  what: string,
): string | undefined {
  const product = entries.find((entry) => entry.product.id === productId)?.product
  const here = brands.find(({ id }) => id === brandId)
  if (!product || !here || here.productBrandIds.includes(product.brandId)) return undefined
  const seller = brands.find(({ productBrandIds: sold }) => sold.includes(product.brandId))
  const at = seller?.hosts.find((host) => !host.endsWith('localhost'))
  const shop = seller ? `${seller.name}${at ? ` (${at})` : ''}` : 'another of our shops'
  return `This ${what} is for ${product.name}, a flight of ${shop}. Please use it there.`
}

/** The typed code in its standard form, which reveals nothing to the caller who typed it. */
const asTyped = (typed: string) => groupCode(normalizeCode(typed) ?? typed)
