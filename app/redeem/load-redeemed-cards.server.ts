import { type AvailabilityDay, type AvailabilityMonth } from '#contract/availability.ts'
import { type QuantityType } from '#contract/enums.ts'
import { isEmailedAway, isGoodForFare } from '#contract/gift-selection.ts'
import { CodeReply, type GiftCard, GiftCardsReply } from '#contract/tenders.ts'
import { type RedeemMarks } from '../selection/redeem-marks.ts'
import { NO_CHOICE } from '../payments/payer-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** The gift cards that pay, and whether they were selected or are all the account has. */
export interface CardsToRedeem {
  cards: GiftCard[]
  chosen: boolean
}

/**
 * The gift cards that the account is about to redeem: those selected for this purchase, else all
 * that can be used. Undefined on a checkout that redeems none.
 */
export async function loadRedeemedCards(visit: Visit): Promise<CardsToRedeem | undefined> {
  const { userApi, user, specOnly, query, session } = visit
  if (!query.redeem || !userApi || !user || specOnly) return undefined
  const { giftCards: ids, typed } = session.get('tenders') ?? NO_CHOICE
  const codes = typed.filter(({ kind }) => kind === 'gift_card')
  const [listed, ...told] = await Promise.all([
    userApi.get('/v1/gift_cards', GiftCardsReply, { query: { sort: '-created_at', page_size: 100 } }),
    ...codes.map(({ code }) => userApi.post('/v1/codes', CodeReply, { body: { code } })),
  ])
  const all = (listed.ok ? listed.data.gift_cards : []).filter(
    (card) => (card.status === 'available' || card.status === 'reserved') && !isEmailedAway(card, user.email),
  )
  const byCode = told.flatMap((reply) => (reply.ok ? (reply.data.code.gift_card ?? []) : []))
  const chosen = [...all.filter(({ id }) => ids.includes(id)), ...byCode]
  if (chosen.length > 0) return { cards: chosen, chosen: true }
  return all.length > 0 ? { cards: all, chosen: false } : undefined
}

/**
 * What the calendar and the departures say about the gift cards that pay; undefined if none does.
 */
export function markDepartures(
  redeemed: CardsToRedeem | undefined,
  month: AvailabilityMonth,
  day: AvailabilityDay,
  quantityType: QuantityType,
): RedeemMarks | undefined {
  if (!redeemed) return undefined
  const { cards, chosen } = redeemed
  const fitting = cards.filter(({ unit }) => unit === quantityType)
  const isPaid = (productId: number, fareId: number | null) =>
    fitting.some((card) => isGoodForFare(card, { fareId, productId }))
  const pays =
    chosen && cards.length === 1 ? 'Your gift card pays this one' : 'One of your gift cards pays this one'
  const not = explainUnpaidDeparture(cards, quantityType)
  return {
    days: month.days
      .filter(
        ({ status, fare_ids: fares = [] }) =>
          status === 'open' && fares.some((fare) => isPaid(month.product_id, fare)),
      )
      .map(({ date }) => date),
    departures: day.departures.map(({ departure_id: id, product_id: product, fare_id: fare = null }) => {
      const paid = isPaid(product, fare)
      return { id, paid, text: paid ? pays : not }
    }),
  }
}

/** Why the cards do not pay for a departure, and which departures they pay for. */
function explainUnpaidDeparture(cards: readonly GiftCard[], quantityType: QuantityType): string {
  const [only] = cards
  if (cards.length !== 1 || !only) return 'None of your gift cards is good for this one'
  if (only.unit !== quantityType) {
    return only.unit === 'seat'
      ? 'Your gift card pays single seats, not a whole aircraft'
      : 'Your gift card pays a whole aircraft, not single seats'
  }
  const goodFor = only.good_for_label?.replace(/^One (seat|whole aircraft) on /, '')
  return `Not paid by your gift card${goodFor ? `, which is good for ${goodFor}` : ''}`
}
