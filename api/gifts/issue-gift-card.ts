import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type GiftCardFields } from '#contract/gift-card.ts'
import { fares, products } from '../db/schema/catalogue.ts'
import { users } from '../db/schema/people.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { findRedemptionFees } from '../rules/pricing/redemption-fees.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { findEntry, getPricingFacts, readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { giftPrices } from './load-gift-facts.ts'
import { refuseInvalidGiftFares } from './gift-card-resource.ts'

export type CardGiven = { ok: true; id: number } | { ok: false; fields: FieldErrors }

const refuse = (name: string, message: string): CardGiven => ({ ok: false, fields: { [name]: [message] } })

/**
 * Gives somebody a promotional gift card. It has no value in the ledger, because nothing was paid
 * for it, and is separate from bought cards. Only its owner reads the code, in the account.
 */
export function giveGiftCard(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  input: GiftCardFields,
  by: AuditBy,
): Promise<CardGiven> {
  const now = deps.clock.now()
  const vault = createCodeVault(deps.settings.secrets.code)
  return deps.database.db.transaction(async (tx) => {
    const unit = input.unit ?? 'seat'
    const expiresAt = new Date(input.expires_at)
    if (expiresAt <= now) return refuse('expires_at', 'Must be to come')
    const found = await findFare(tx, input.good_for_fare_id)
    if (!found) return refuse('good_for_fare_id', 'There is no such fare')
    const { fare, product } = found
    const prices = giftPrices(fare, unit)
    const own = unit === 'seat' ? prices.seatPriceCents : prices.flightPriceCents
    const base = unit === 'seat' ? product.seatPriceCents : product.flightPriceCents
    if (base === null) return refuse('unit', 'This flight is not sold that way')
    const [owner] = await tx
      .select()
      .from(users)
      .where(eq(users.id, input.purchaser_id ?? by.userId))
    if (!owner?.emailProvenAt || owner.erasedAt) return refuse('purchaser_id', 'This mailbox is not proven')
    const goodForFareIds = input.good_for_fare_ids?.length ? input.good_for_fare_ids : [fare.id]
    const unfit = await refuseInvalidGiftFares(tx, { goodForFareId: fare.id, goodForFareIds })
    if (unfit?.reason === 'invalid')
      return refuse('good_for_fare_ids', unfit.fields['good_for_fare_ids']?.[0] ?? 'Does not fit')
    const entry = findEntry(await readCatalogue(tx), product.id)
    const facts = entry && { ...getPricingFacts(entry, null, product.brandId, 0), fare: prices }
    const [card] = await tx
      .insert(giftCards)
      .values({
        ...vault.lock(vault.make()),
        name: input.name,
        brandId: product.brandId,
        productId: product.id,
        goodForFareId: fare.id,
        goodForFareIds,
        unit,
        priceCents: own ?? base,
        valueCents: 0,
        waitingFees: facts ? findRedemptionFees(facts, unit, []) : [],
        promotional: true,
        state: 'available',
        purchaserId: owner.id,
        expiresAt,
        createdAt: now,
      })
      .returning({ id: giftCards.id })
    if (!card) throw new Error('The gift card was not written')
    const after = {
      name: input.name,
      good_for_fare_ids: goodForFareIds,
      purchaser_id: owner.id,
      expires_at: input.expires_at,
    }
    await writeAudit(tx, by, { resource: 'gift_cards', id: card.id, after })
    return { ok: true, id: card.id } as const
  })
}

async function findFare(tx: Tx, id: number) {
  const [found] = await tx
    .select({ fare: fares, product: products })
    .from(fares)
    .innerJoin(products, eq(products.id, fares.productId))
    .where(eq(fares.id, id))
  return found
}
