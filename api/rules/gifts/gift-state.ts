export type GiftState =
  'scheduled' | 'sent' | 'opened' | 'booked' | 'flown' | 'private' | 'printed' | 'taken_back'

/** The facts of a gift that decide its state. */
export interface GiftFacts {
  way: 'mail' | 'print'
  mailedAt: Date | null
  openedAt: Date | null
  hiddenAt: Date | null
  takenBackAt: Date | null
}

/** Whether a card of the gift paid an order, and whether that order has flown. */
export type GiftProgress = 'booked' | 'flown' | undefined

/**
 * The state of one card in a gift, as its giver sees it. A use that the recipient hides is not
 * shown.
 */
export function giftState(gift: GiftFacts, progress: GiftProgress): GiftState {
  if (gift.takenBackAt) return 'taken_back'
  if (gift.hiddenAt) return 'private'
  if (progress) return progress
  if (gift.way === 'print') return 'printed'
  if (!gift.mailedAt) return 'scheduled'
  return gift.openedAt ? 'opened' : 'sent'
}

/**
 * Why a gift can no longer be changed: it belongs to its recipient for good, or it is over.
 * Undefined while the giver may still change it or take it back.
 */
export function giftObstacle(
  gift: GiftFacts,
  used: boolean,
): 'gift_taken_back' | 'gift_opened' | 'gift_used' | undefined {
  if (gift.takenBackAt) return 'gift_taken_back'
  if (gift.openedAt) return 'gift_opened'
  return used ? 'gift_used' : undefined
}
