import { useShellData } from './shell-data.ts'

/** What pages say of prices and seats, as far as the service behind the shop tells them. */
export interface ServiceTexts {
  /** Said where nobody tells how many seats are left; undefined where they are told. */
  unknownSeats: string | undefined
  /** Above lists of flights. */
  priceNote: string
  checkoutNote: string
  /** After a price: `a seat, every fee included`. */
  fees: string
  /** Beside a button on phones. */
  barNote: string
  shortFees: string
  /** Of the calendar: what its prices are. */
  dayPrice: string
  /** Of a sum without the service's own fees. */
  total: string
  /** Beside the order, on the way to pay. */
  holdNote: string
  /** The provider's own page takes a card where no script runs. */
  hostedPage: boolean
  /** How a card is taken while its fields are not there. */
  cardNote: string
  /** It mails a ticket with a calendar file, and keeps seats for who is about to pay. */
  tickets: boolean
}

/** @throws outside of pages, whose frame always has them */
export function useServiceTexts(): ServiceTexts {
  const shell = useShellData()
  if (!shell) throw new Error('The frame has no words')
  return shell.words
}
