/** Upgrades to add to a paid order. */
export interface UpgradeChangeDetails {
  upgrades: {
    upgradeId: number
    /** The quantity after the change. */
    quantity: number
    answer: string | null
  }[]
}

/** The part of an item that is rescheduled. */
export interface RescheduledPart {
  itemId: number
  /** The gift cards whose seats or aircraft are rescheduled. */
  giftCardIds: number[]
  /** The gift cards that still pay their seat; for the others, money paid a difference. */
  stillGiftCardIds: number[]
  /** The highest list price that was paid for the rescheduled part, in cents. */
  paidListCents: number
}

/** A seat of a passenger who is no adult, once the percentage of another product counted for it. */
export interface TypedSeat {
  passengerId: number
  /** What it costs less than an adult's where they fly now, in whole percent. */
  percentOff: number
  /** The highest list price that was paid for it, in cents. */
  paidCents: number
}

/** A reschedule as the buyer agreed to it. */
export interface RescheduleDetails {
  /** The old flights: one for seats, each aircraft of a party that flies whole. */
  fromFlightIds: number[]
  /** The number of rescheduled seats, or of aircraft flown whole. */
  units: number
  /** True when the whole party on that flight is rescheduled. */
  whole: boolean
  /** The rescheduled passengers. */
  passengerIds: number[]
  departureId: number
  /** In ISO format, as the slot has it. */
  departAt: string
  /** The list price of a seat or aircraft on the new flight, in cents. */
  listCents: number
  parts: RescheduledPart[]
  /** The other product that staff moved them to; undefined within a product. */
  toProductId?: number
  /** Undefined where nobody's percentage ever changed. */
  typedSeats?: TypedSeat[]
  /** For the order's history: `Friday, May 14, 2027, 4:30 PM EDT`. */
  from: string
  to: string
}

/** Somebody to add; name and weight are forgotten once they are in the passenger's row, or not needed. */
export interface AddedGuestDetails {
  /** Their type by its number within the product, and its name; null for an adult. */
  passengerTypeId: number | null
  passengerType: string | null
  fullName: string
  weightLbs: number | null
}

/** Guests to add to a party. */
export interface GuestChangeDetails {
  /** The party's flight; null where it flies whole aircraft, on which everybody has a place by weight. */
  guestFlightId: number | null
  /** The people who flew before. */
  party: number
  guests: AddedGuestDetails[]
  secondSeats: number
  /** The price of an adult's seat, and without a campaign, in cents; 0 on whole aircraft. */
  unitPriceCents: number
  listCents: number
}

/** What a change asks for, with one shape per kind of change. */
export type OrderChangeDetails = UpgradeChangeDetails | RescheduleDetails | GuestChangeDetails
