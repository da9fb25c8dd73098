import { type ReportGroup, type ReportName } from '#contract/report.ts'
import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { countBooks, countOwed } from './count-books.ts'
import { countDiscounts, type DiscountGroup } from './count-discounts.ts'
import { countFlights, type FlightGroup } from './count-flights.ts'
import { countGiven, type GivenGroup } from './count-given.ts'
import { compareWithProvider, countMoney, type MoneyGroup } from './count-money.ts'
import { countPeople, type PeopleGroup } from './count-people.ts'
import { countPayouts, type PayoutGroup, payoutNotes } from './count-payouts.ts'
import { countSales, type SalesGroup } from './count-sales.ts'
import { type ReportSpan } from './report-span.ts'

/** The report to compute. `by` is one of its groups. */
export interface ReportQuery {
  name: ReportName
  by: ReportGroup
  span: ReportSpan
}

/** Computes a report with one statement, so on one snapshot of the ledger. */
export function countReport(
  query: RawQuery,
  { name, by, span }: ReportQuery,
  now: Date,
): Promise<CountedRow[]> {
  switch (name) {
    case 'sales':
      return countSales(query, span, by as SalesGroup)
    case 'money':
      return countMoney(query, span, by as MoneyGroup)
    case 'payouts':
      return countPayouts(query, span, by as PayoutGroup)
    case 'discounts':
      return countDiscounts(query, span, by as DiscountGroup)
    case 'given':
      return countGiven(query, span, by as GivenGroup)
    case 'flights':
      return countFlights(query, span, by as FlightGroup, now)
    case 'passengers':
      return countPeople(query, span, by as PeopleGroup)
    case 'owed':
      return countOwed(query, span)
    case 'books':
      return countBooks(query, span)
  }
}

/**
 * True when reports of adjacent periods can be added; balances are sums from the beginning of the
 * ledger.
 */
export const addsUp = (name: ReportName): boolean => name !== 'owed' && name !== 'books'

/**
 * Notes that are needed to read a report; two queries for money, one for payouts, none for others.
 */
export async function readReportNotes(query: RawQuery, name: ReportName): Promise<string[]> {
  switch (name) {
    case 'money':
      return [...(await compareWithProvider(query)), ...(await payoutNotes(query))]
    case 'payouts':
      return [
        'By the day the provider says its money is with the bank. Days are the provider’s.',
        ...(await payoutNotes(query)),
      ]
    case 'sales':
      return ['Gift cards sold are owed until somebody flies: they are not part of the net.']
    case 'discounts':
      return [
        'What a code took off gift cards lowers what is owed for them and is not counted here.',
        'A lower price that staff set is the price of its sale: what it gives stands with the order and in ' +
          'the audit log.',
      ]
    case 'given':
      return [
        'By the day on which it was given; a lower price by that of its sale. Credit taken back is off.',
        'What guests cancel themselves, and what a flight called off gives back, stands in Sales.',
      ]
    case 'flights':
      return [
        'By the day at the terminal. Aircraft that nobody booked and departures called off are not counted.',
      ]
    case 'passengers':
      return [
        'By the day of the sale. Refunds are not off, and aircraft that were bought whole are not counted.',
      ]
    case 'owed':
      return ['Gift cards count with what was paid for them, without fees.']
    case 'books':
      return ['Debits are positive, credits negative: every column sums to nothing.']
  }
}
