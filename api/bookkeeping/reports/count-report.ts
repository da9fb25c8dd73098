import { type ReportGroup, type ReportName } from '#contract/report.ts'
import { type RawQuery } from '../../db/client.ts'
import { type CountedRow } from '../../rules/bookkeeping/counted-row.ts'
import { booksSource, countOwed, owedSource } from './count-books.ts'
import { type DepartureGroup, departuresSource } from './count-departures.ts'
import { type DiscountGroup, discountsSource } from './count-discounts.ts'
import { type FlightGroup, flightsSource } from './count-flights.ts'
import { type GivenGroup, givenSource } from './count-given.ts'
import { type LeadGroup, leadSource } from './count-lead.ts'
import { compareWithProvider, type MoneyGroup, moneySource } from './count-money.ts'
import { type PeopleGroup, peopleSource } from './count-people.ts'
import { type PayoutGroup, payoutNotes, payoutsSource } from './count-payouts.ts'
import { type RefundGroup, refundsSource } from './count-refunds.ts'
import { type SalesGroup, salesSource } from './count-sales.ts'
import { type YieldGroup, yieldSource } from './count-yield.ts'
import { readDepartureRecording } from '../departure-records/read-departure-recording.ts'
import { countSource, type ReportSource } from './report-source.ts'
import { type ReportSpan } from './report-span.ts'

/** The report to compute. `by` is one of its groups. */
export interface ReportQuery {
  name: ReportName
  by: ReportGroup
  span: ReportSpan
}

/** What a report is summed from. */
export function findSource({ name, by, span }: ReportQuery, now: Date): ReportSource {
  switch (name) {
    case 'sales':
      return salesSource(span, by as SalesGroup)
    case 'money':
      return moneySource(span, by as MoneyGroup)
    case 'discounts':
      return discountsSource(span, by as DiscountGroup)
    case 'given':
      return givenSource(span, by as GivenGroup)
    case 'refunds':
      return refundsSource(span, by as RefundGroup)
    case 'flights':
      return flightsSource(span, by as FlightGroup, now)
    case 'departures':
      return departuresSource(span, by as DepartureGroup, now)
    case 'yield':
      return yieldSource(span, by as YieldGroup, now)
    case 'lead':
      return leadSource(span, by as LeadGroup)
    case 'passengers':
      return peopleSource(span, by as PeopleGroup)
    case 'payouts':
      return payoutsSource(span, by as PayoutGroup)
    case 'owed':
      return owedSource(span)
    case 'books':
      return booksSource(span)
  }
}

/** Computes a report with one statement, so on one snapshot of the ledger. */
export function countReport(query: RawQuery, asked: ReportQuery, now: Date): Promise<CountedRow[]> {
  if (asked.name === 'owed') return countOwed(query, asked.span)
  return countSource(query, findSource(asked, now))
}

/**
 * True when reports of adjacent periods can be added; balances are sums from the beginning of the
 * ledger.
 */
export const addsUp = (name: ReportName): boolean => name !== 'owed' && name !== 'books'

/**
 * Notes that are needed to read a report; two queries for money, one for payouts and for departures,
 * none for others.
 */
export async function readReportNotes(query: RawQuery, name: ReportName): Promise<string[]> {
  switch (name) {
    case 'money':
      return (await Promise.all([compareWithProvider(query), payoutNotes(query)])).flat()
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
        'By the day on which it was given; a lower price by that of its sale. Credit taken back is off, ' +
          'and a gift card given counts with the price of its seats.',
        'What guests cancel themselves, and what a flight called off gives back, stands in Refunds.',
      ]
    case 'flights':
      return [
        'By the day at the terminal. Aircraft that nobody booked are counted in Load with ' +
          'empty departures; departures called off nowhere.',
      ]
    case 'departures':
      return [
        'Every departure that was on sale until it left, also with nobody on it: seats sold out of seats ' +
          'offered, by the day at the terminal. An empty departure offers the seats of the aircraft that ' +
          'would have flown it; departures called off are not counted.',
        await readDepartureRecording(query),
      ]
    case 'yield':
      return [
        'Net sales of the guests who left with a flight, divided by its hours: with fees and tax, less ' +
          'discounts and all that was given back until now, as in Sales. An order with several flights is ' +
          'split by the prices of its seats.',
        'Hours are from leaving to landing as the pilot entered them, or as planned where they are not ' +
          'known. Flights that left without passengers are not counted.',
      ]
    case 'lead':
      return [
        'By the day of the sale: the days from then to the first flight of the order, by the calendar at ' +
          'its terminal. A flight that was moved counts with its present day, and refunded orders count too.',
        'Half of the sales were made fewer days ahead than the median, half of them more.',
      ]
    case 'refunds':
      return [
        'By the day on which it was decided, and by whom. A voucher given instead of money counts with the ' +
          'money that it replaces.',
        'What staff gave beside refunds stands in Given by staff.',
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
