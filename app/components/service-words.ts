import { useShellData } from './shell-data.ts'

/** What pages say of prices and seats, as far as the service behind the shop tells them. */
export interface ServiceWords {
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

const FULL: ServiceWords = {
  unknownSeats: undefined,
  priceNote: 'The lowest price of one seat, every fee included. Nothing is added later.',
  checkoutNote: 'Prices are the lowest of each flight, with every fee.',
  fees: 'every fee included',
  barNote: 'all fees included',
  shortFees: 'all fees',
  dayPrice: 'Lowest price of the day, all fees included',
  total: 'Total',
  holdNote: 'Your seats are held once you go on to pay.',
  hostedPage: true,
  cardNote:
    'You enter your card on our payment provider’s secure page, next. Your seats are held while you do.',
  tickets: true,
}

/** A basic service knows neither availability nor quotes: the answer to an order is the first to tell. */
const BASIC: ServiceWords = {
  unknownSeats: 'Availability is confirmed when you book.',
  priceNote: 'The price of one seat before fees and tax. You see the final amount before you pay.',
  checkoutNote: 'Prices are before fees and tax. You see the final amount before you pay.',
  fees: 'before fees and tax',
  barNote: 'before fees and tax',
  shortFees: 'before fees',
  dayPrice: 'Lowest price of the day, before fees and tax',
  total: 'Total before fees and tax',
  holdNote: 'Availability is confirmed when you book, and the final amount is shown before you pay.',
  hostedPage: false,
  cardNote:
    'You enter your card here, which needs JavaScript. If no card fields come, please call us, and we book this flight for you.',
  tickets: false,
}

export const serviceWords = (basic: boolean | undefined): ServiceWords => (basic ? BASIC : FULL)

export const useServiceWords = (): ServiceWords => serviceWords(useShellData()?.basic)
