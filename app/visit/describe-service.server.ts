import { type ServiceTexts } from './shell-data.ts'

const FULL: ServiceTexts = {
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

/**
 * A service with only the specified calls knows neither availability nor quotes: the answer to an
 * order is the first to tell.
 */
const BASIC: ServiceTexts = {
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
    'You enter your card here, which needs JavaScript. If no card fields come, please call us, ' +
    'and we book this flight for you.',
  tickets: false,
}

/**
 * These texts are part of the page's data, so that the browser's bundle need not contain both
 * variants.
 */
export const getServiceTexts = (basic: boolean): ServiceTexts => (basic ? BASIC : FULL)
