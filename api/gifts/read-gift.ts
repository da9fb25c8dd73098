import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Gift, type GiftPart } from '#contract/gift-share.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { users } from '../db/schema/people.ts'
import { type giftCards, type vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { toDollars } from '../rules/money/money.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type Catalogue, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { presentRedemptionFees } from './present-gift-card.ts'
import { hashWaitlistToken } from '../gateways/link-secret.ts'
import { describeGift } from './describe-gift.ts'
import { findShareTenders, openMessage, readGiftOffer } from './read-gift-share.ts'

export type FoundGift = { ok: true; gift: Gift } | { ok: false; reason: 'not_found' }

/**
 * A mailed gift as the holder of its link sees it. Reading changes nothing, because mail programs
 * open links before people do.
 */
export async function readGift(deps: ApiDeps, token: string): Promise<FoundGift> {
  const { db } = deps.database
  const [found] = await db
    .select({ share: giftShares, first: users.firstName, last: users.lastName })
    .from(giftShares)
    .leftJoin(users, eq(users.id, giftShares.giverId))
    .where(eq(giftShares.tokenHash, hashWaitlistToken(token)))
  if (!found) return { ok: false, reason: 'not_found' }
  const { share, first, last } = found
  const now = deps.clock.now()
  const { cards, vouchers: papers } = await findShareTenders(db, share.id)
  const catalogue = await readCatalogue(db)
  const { open } = createCodeVault(deps.settings.secrets.code)
  const codeOf = (row: Parameters<typeof open>[0]) => (share.openedAt ? open(row) : null)
  const takenBack = share.takenBackAt !== null
  return {
    ok: true,
    gift: {
      opened: share.openedAt !== null,
      hidden: share.hiddenAt !== null,
      taken_back: takenBack,
      recipient_hint: hintOf(share.recipientEmail ?? ''),
      from: [first, last].filter(Boolean).join(' ').trim() || null,
      message: takenBack ? null : openMessage(deps, share),
      parts: [
        ...cards.map((row) => cardPart(row, { code: codeOf(row), catalogue, now })),
        ...papers.map((row) => voucherPart(row, { code: codeOf(row), catalogue, now })),
      ],
      offer: takenBack ? null : await readGiftOffer(db, share.id, now),
    },
  }
}

/**
 * Opens a gift once, unless it was taken back. Only a person presses the button that calls this.
 */
export async function openGift(deps: ApiDeps, token: string): Promise<FoundGift> {
  await deps.database.db
    .update(giftShares)
    .set({ openedAt: deps.clock.now() })
    .where(
      and(
        eq(giftShares.tokenHash, hashWaitlistToken(token)),
        isNull(giftShares.openedAt),
        isNull(giftShares.takenBackAt),
      ),
    )
  return readGift(deps, token)
}

/** Sets whether the giver sees what becomes of an opened gift; the recipient decides. */
export async function hideGift(deps: ApiDeps, token: string, hidden: boolean): Promise<FoundGift> {
  await deps.database.db
    .update(giftShares)
    .set({ hiddenAt: hidden ? deps.clock.now() : null })
    .where(and(eq(giftShares.tokenHash, hashWaitlistToken(token)), isNotNull(giftShares.openedAt)))
  return readGift(deps, token)
}

/** `f…@example.com` */
const hintOf = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2')

interface Around {
  code: string | null
  catalogue: Catalogue
  now: Date
}

function cardPart(row: typeof giftCards.$inferSelect, { code, catalogue, now }: Around): GiftPart {
  const { product } = productOf(catalogue, row.productId)
  const { fareIds, label } = describeGift(row, catalogue, now)
  return {
    kind: 'gift_card',
    id: row.id,
    name: row.name,
    code,
    status: row.state === 'available' && row.expiresAt <= now ? 'expired' : row.state,
    expires_at: row.expiresAt.toISOString(),
    unit: row.unit,
    balance: null,
    product,
    fares: catalogue.fares.filter(({ id }) => fareIds.includes(id)).map(({ name }) => name),
    good_for_label: label,
    waiting_fees: presentRedemptionFees(row.waitingFees),
  }
}

function voucherPart(row: typeof vouchers.$inferSelect, { code, catalogue, now }: Around): GiftPart {
  const over = row.balanceCents === 0 ? 'used' : row.expiresAt <= now ? 'expired' : 'available'
  return {
    kind: 'voucher',
    id: row.id,
    name: 'Voucher',
    code,
    status: row.state === 'available' ? over : row.state,
    expires_at: row.expiresAt.toISOString(),
    unit: null,
    balance: toDollars(row.balanceCents),
    product: row.productId === null ? null : productOf(catalogue, row.productId).product,
    fares: [],
  }
}

function productOf(catalogue: Catalogue, id: number) {
  const entry = catalogue.entries.find(({ product }) => product.id === id)
  if (!entry) return { product: null }
  const { name, slug, subtitle, place, tagList: tags } = entry.product
  return { product: { id, name, slug, subtitle, place, tags } }
}
