export type GiftState =
  'scheduled' | 'sent' | 'opened' | 'booked' | 'flown' | 'private' | 'printed' | 'taken_back'

/** What a gift's row says of it. */
export interface GiftFacts {
  way: 'mail' | 'print'
  mailedAt: Date | null
  openedAt: Date | null
  hiddenAt: Date | null
  takenBackAt: Date | null
}

/** What became of one thing in it: an order was paid with it, and that order's flight is over. */
export type GiftProgress = 'booked' | 'flown' | undefined

/**
 * How far one thing in a gift has come, for its giver. What its recipient hides is not told,
 * whatever came of it.
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
 * Why a gift is its recipient's for good, or over; undefined while its giver may still change it or
 * take it back.
 */
export function giftObstacle(
  gift: GiftFacts,
  used: boolean,
): 'gift_taken_back' | 'gift_opened' | 'gift_used' | undefined {
  if (gift.takenBackAt) return 'gift_taken_back'
  if (gift.openedAt) return 'gift_opened'
  return used ? 'gift_used' : undefined
}
