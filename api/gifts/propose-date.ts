import { and, eq, gt, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { type giftCards } from '../db/schema/tenders.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { findGiftScope, paysDeparture } from '../rules/gifts/gift-scope.ts'
import { findProposalEnd, proposalRules } from '../rules/gifts/gift-date-proposal.ts'
import { partyWeight } from '../rules/departures/availability.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { type CartFacts, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { holdOfferSeats } from '../seats/hold-seats-for-offer.ts'
import { lockingSlotStore, type Party, reserveSeats } from '../slots/slot-store.ts'
import { hashWaitlistToken, newWaitlistToken } from '../gateways/link-secret.ts'

type Refused = { ok: false; sentence: string }

const NO_ROOM = 'There is not enough room left on this flight. Please choose another one.'
const SENTENCES: Readonly<Record<string, string>> = {
  sold_out: NO_ROOM,
  flight_closed: 'Sales for this flight have ended. Please choose another one.',
}

export interface Proposed {
  facts: CartFacts
  party: Party
  expiresAt: Date
}

/**
 * Checks whether a departure can be proposed with gift cards: it is on sale, the cards pay it,
 * there is a seat per card, and its giver has few enough open proposals. The giver must be locked.
 */
export async function readProposal(
  db: DbOrTx,
  asked: {
    proposal: { departure_id: number; depart_at: string }
    cards: readonly (typeof giftCards.$inferSelect)[]
    brandId: number
    giverId: number
    now: Date
  },
): Promise<({ ok: true } & Proposed) | Refused> {
  const { proposal, cards, brandId, giverId, now } = asked
  const [first] = cards
  if (!first) return refuse('A date can be proposed with gift cards. Vouchers are good for any flight.')
  const departAt = new Date(proposal.depart_at)
  const loaded = await loadCartFacts(db, { brandId, departureId: proposal.departure_id, departAt, now })
  if (!loaded.ok)
    return refuse(SENTENCES[loaded.reason] ?? 'This flight cannot be proposed. Please choose another one.')
  const { facts } = loaded
  const departure = { productId: facts.product.id, fareId: facts.departure.fareId }
  const { fares } = await readCatalogue(db)
  const isPaid = (card: (typeof cards)[number]) =>
    card.unit === first.unit && paysDeparture(findGiftScope(card, fares), departure)
  if (!cards.every(isPaid)) {
    return refuse('These gift cards are not good for this flight.')
  }
  if (first.unit === 'flight' && cards.length > 1) {
    return refuse('One whole flight can be proposed at a time.')
  }
  const expiresAt = findProposalEnd(now, facts.slot.salesCloseAt)
  if (!expiresAt) return refuse('Sales for this flight end too soon to answer. Please choose a later one.')
  const { open, made } = await countProposals(db, giverId, now)
  if (open >= proposalRules.openOfGiver || made >= proposalRules.ofGiverInMonth) {
    return refuse(
      'You have proposed several dates already. Send the gift without one; its day can be chosen any time.',
    )
  }
  const size = first.unit === 'seat' ? cards.length : 1
  return { ok: true, facts, expiresAt, party: { kind: first.unit, size, weightLbs: partyWeight(size, []) } }
}

const refuse = (sentence: string): Refused => ({ ok: false, sentence })
const MONTH = 30 * 24 * 3_600_000

async function countProposals(db: DbOrTx, giverId: number, now: Date) {
  const since = new Date(now.getTime() - MONTH)
  const isOpen = and(eq(waitlistOffers.state, 'open'), gt(waitlistOffers.expiresAt, now))
  const [counted] = await db
    .select({
      open: sql<number>`count(*) filter (where ${isOpen})`.mapWith(Number),
      made: sql<number>`count(*)`.mapWith(Number),
    })
    .from(waitlistOffers)
    .innerJoin(giftShares, eq(giftShares.id, waitlistOffers.giftShareId))
    .where(and(eq(giftShares.giverId, giverId), gt(waitlistOffers.createdAt, since)))
  return counted ?? { open: 0, made: 0 }
}

/**
 * Holds the seats for the recipient like a waitlist offer: counted under the slot's lock and ended
 * by the clock. After a refusal the transaction must be rolled back.
 */
export async function holdProposal(
  tx: Tx,
  deps: Pick<ApiDeps, 'slotStore'>,
  { facts, party, expiresAt, shareId, now }: Proposed & { shareId: number; now: Date },
): Promise<{ ok: true } | Refused> {
  const slot = await (deps.slotStore ?? lockingSlotStore).lockSlot(tx, facts.slot, { alongside: [], now })
  const result = await reserveSeats(tx, slot, party, {
    candidates: facts.aircraft,
    heldBack: facts.heldBack,
    now,
  })
  if (!result.ok) return refuse(NO_ROOM)
  const [offer] = await tx
    .insert(waitlistOffers)
    .values({
      giftShareId: shareId,
      slotId: slot.id,
      // The link that is mailed in this same transaction replaces this placeholder.
      tokenHash: hashWaitlistToken(newWaitlistToken()),
      quantityType: party.kind,
      quantity: party.size,
      state: 'open',
      expiresAt,
      createdAt: now,
    })
    .returning({ id: waitlistOffers.id })
  if (!offer) throw new Error('The proposal was not written')
  await holdOfferSeats(tx, offer.id, result.reserved, { kind: party.kind, expiresAt, now })
  return { ok: true }
}
