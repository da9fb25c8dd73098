import { type DemoDeparture } from './departures.ts'
import { type Person } from './people.ts'

/** How a booking is paid, or why it is not. */
export type PlannedPayment =
  /** In the shop, with a test card; perhaps after one that is declined. */
  | { by: 'card'; card: string; declinedFirst: boolean }
  /** Nobody pays, and the hold runs out. */
  | { by: 'nobody' }
  /** By the link that staff mail; without a card it stays unpaid. */
  | { by: 'link'; card: string | null }
  | { by: 'cash' }
  | { by: 'reader'; slip: string }
  /** Some dollars at the card reader; the rest is due at the check-in, or at a time agreed. */
  | { by: 'part'; slip: string; dollars: number; dueAt?: Date }
  /** The card of an earlier step pays a seat, a bank card the rest. */
  | { by: 'gift'; gift: string }
  | { by: 'voucher'; voucher: string }

export interface PlannedBooking {
  kind: 'book'
  at: Date
  /** What later steps call it. */
  key: string
  brandId: number
  channel: 'web' | 'phone' | 'counter'
  buyer: Person
  /** Of one that the desk has added, the key of its step instead of an id. */
  departure: Pick<DemoDeparture, 'id' | 'productId' | 'departAt' | 'date'> & { extra?: string }
  /** The flight of those whom the first does not take: the key of its rule, and how many they are. */
  second?: { extra: string; departAt: Date; people: number }
  whole: boolean
  party: { name: string; weight: number | null }[]
  upgrades: { id: number; answer?: string }[]
  code: string | null
  /** Which link led the buyer to the shop, as the shop keeps it. */
  tags: string[]
  joinsClub: boolean
  payment: PlannedPayment
}

export interface PlannedCardSale {
  kind: 'gift'
  at: Date
  key: string
  brandId: number
  buyer: Person
  fareId: number
  quantity: number
  /** Who is given the card; only they redeem it. */
  recipient: Person | null
  message: string | null
  card: string
}

/** What happens to a booking after it was paid. */
export type LaterStep =
  | { kind: 'refund'; at: Date; key: string; share: number; reason: string }
  | { kind: 'cancel'; at: Date; key: string; by: 'buyer' | 'staff'; reason: string }
  | { kind: 'reschedule'; at: Date; key: string; to: Pick<DemoDeparture, 'id' | 'departAt'>; reason: string }
  | { kind: 'voucher'; at: Date; key: string; dollars: number; reason: string }
  /** The desk asks a second person for a voucher that is above its own limit. */
  | { kind: 'ask'; at: Date; key: string; dollars: number; reason: string }
  | { kind: 'dispute'; at: Date; key: string }
  | { kind: 'decide'; at: Date; key: string; how: 'won' | 'lost' }
  | { kind: 'comment'; at: Date; key: string; text: string }
  | { kind: 'weights'; at: Date; key: string; weights: (number | null)[] }
  | { kind: 'answer'; at: Date; key: string; choice: 'alternative' | 'voucher' | 'refund' }
  /** The desk takes an unpaid order back. */
  | { kind: 'withdraw'; at: Date; key: string; reason: string }
  | { kind: 'no-show'; at: Date; key: string; people: number }
  /** Its party is checked in and its flight boards; perhaps another aircraft takes it. */
  | { kind: 'board'; at: Date; key: string; spare?: string }
  /** Its flight leaves and comes back, and its aircraft is taken out of service. */
  | { kind: 'turn-back'; at: Date; key: string; spare: string }

/** What belongs to no single booking. */
export type HouseStep =
  | { kind: 'open-drawer'; at: Date; dollars: number }
  | { kind: 'close-drawer'; at: Date; differenceDollars: number }
  | { kind: 'call-off'; at: Date; departures: Pick<DemoDeparture, 'id' | 'departAt'>[]; note: string }
  | {
      kind: 'wait'
      at: Date
      departure: PlannedBooking['departure']
      buyer: Person
      quantity: number
      brandId: number
    }
  /** The desk adds a departure for one day. */
  | { kind: 'extra'; at: Date; key: string; departure: PlannedBooking['departure'] }
  /** An aircraft is leased, of the type that a product flies with. */
  | { kind: 'spare'; at: Date; key: string; registration: string; productId: number }
  /** Departures of a part of a day wait for the weather. */
  | {
      kind: 'weather-hold'
      at: Date
      terminalId: number
      date: string
      from: string
      until: string
      decideTime: string
      note: string
    }
  /** The owner says how many people a flight of the product needs. */
  | { kind: 'minimum'; at: Date; productId: number; passengers: number; decidedMins: number }
  /** What should have left today has left, but for flights that board late. */
  | { kind: 'leave'; at: Date; date: string }
  /** The flights of a date were flown. */
  | { kind: 'fly'; at: Date; date: string }
  /** Who flies on a date is settled, but for its last flights. */
  | { kind: 'roster'; at: Date; date: string }
  /** What jobs do over a day: holds run out, events of the provider and mails are worked off. */
  | { kind: 'night'; at: Date }

export type SeasonStep = PlannedBooking | PlannedCardSale | LaterStep | HouseStep
