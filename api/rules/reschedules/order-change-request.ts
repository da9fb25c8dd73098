/** Upgrades to add to an order that is paid. */
export interface UpgradeChangeDetails {
  upgrades: {
    upgradeId: number
    /** As it will stand on the order. */
    quantity: number
    answer: string | null
  }[]
}

/** What moves of an item. */
export interface RescheduledPart {
  itemId: number
  /** The gift cards whose seats or aircraft move. */
  giftCardIds: number[]
  /** Those that still stand for theirs; the others' difference was paid with money. */
  stillGiftCardIds: number[]
  /** The dearest list price that was paid for what moves, cents. */
  paidListCents: number
}

/** A flight to move, as it was agreed to. */
export interface RescheduleDetails {
  /** The flights that are given up: one for seats, each aircraft of a party that flies whole. */
  fromFlightIds: number[]
  /** Seats that move, or aircraft flown whole. */
  units: number
  /** Everybody of the order on that flight moves. */
  whole: boolean
  /** Who moves. */
  passengerIds: number[]
  departureId: number
  /** ISO, as the slot has it. */
  departAt: string
  /** List price of a seat or aircraft there, cents. */
  listCents: number
  parts: RescheduledPart[]
  /** For the order's history: `Friday, May 14, 2027, 4:30 PM EDT`. */
  from: string
  to: string
}

/** What a change asks for; one shape for each kind of change. */
export type OrderChangeDetails = UpgradeChangeDetails | RescheduleDetails
