import {
  type AvailabilityDay,
  type AvailabilityMonth,
  type AvailableDeparture,
} from '#contract/availability.ts'
import { type Upgrade } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { type Prize } from '#contract/prize.ts'
import { type EligibilityLine } from '../catalogue/eligibility-lines.ts'
import { type SummaryItem } from '../ui/error-summary.tsx'
import { checkoutSearch, type CheckoutQuery } from '../visit/checkout-query.ts'
import { type CodeBoxProps } from './code-box.tsx'
import { type Choice, type ChoiceProblem } from './choice.ts'
import { type RedeemMarks } from './redeem-marks.ts'
import { type ShownProduct, type ShownQuote } from './shown-choice.ts'
import { describeDivision } from './two-aircraft.ts'
import { type Weights } from '../passengers/load-weights.server.ts'
import { formatDay, formatTime } from '../format/local-time.ts'

/** The data of the page "When". */
export interface WhenPage {
  /** Path of this page, without its query. */
  path: string
  product: ShownProduct
  query: CheckoutQuery
  month: AvailabilityMonth
  day: AvailabilityDay
  departure: AvailableDeparture | undefined
  quantityType: QuantityType
  problems: ChoiceProblem[]
  /** Continue was pressed, and something is missing. */
  continuing: boolean
  quote: ShownQuote | undefined
  upgrades: Upgrade[]
  /** The account's prizes that apply here. */
  prize: Prize | undefined
  /** The discount code's field. */
  codeBox: Omit<CodeBoxProps, 'children' | 'intent'>
  weights: Weights | undefined
  /** Who may fly and what to wear. */
  eligibility: EligibilityLine[]
  /** What it pays for; undefined if nothing is redeemed. */
  marks: RedeemMarks | undefined
  /** Address of the picture beside the order. */
  art: string
}

export function buildWhenPage(facts: Omit<WhenPage, keyof Choice> & { choice: Choice }): WhenPage {
  const { choice, ...rest } = facts
  const { departure, quantityType, problems } = choice
  return { ...rest, departure, quantityType, problems }
}

/** Day and time, place and minutes, as far as they are known. */
export function whenLines({
  day,
  departure,
  product,
}: Pick<WhenPage, 'day' | 'departure' | 'product'>): string[] {
  const date = formatDay(day.date)
  return [
    departure ? `${date}, ${describeDivision(departure) ?? formatTime(departure.local_time)}` : date,
    `${product.departure_terminal_name}, ${product.duration_label}`,
  ]
}

export const dateHref = ({ path, query }: Pick<WhenPage, 'path' | 'query'>) => {
  return (date: string) =>
    `${path}${checkoutSearch(query, { month: undefined, date, departureId: undefined })}#departures`
}

export const monthHref = ({ path, query }: Pick<WhenPage, 'path' | 'query'>) => {
  return (month: string) => `${path}${checkoutSearch(query, { month })}#calendar`
}

/** The message beside a field. */
export const problemOf = (problems: readonly ChoiceProblem[], field: ChoiceProblem['field']) =>
  problems.find((problem) => problem.field === field)?.text

/** The messages of the summary: that of the quantity names its field, the others already do. */
export function problemItems(problems: readonly ChoiceProblem[]): SummaryItem[] {
  return problems.map(({ field, text }) => ({
    text: field === 'quantity' ? `Quantity: ${text}` : text,
    target: field,
  }))
}

/** Times of the day at which a whole aircraft is free. */
export const wholeFlightTimes = (day: AvailabilityDay) =>
  day.departures
    .filter((one) => one.whole_flight_available && one.status !== 'closed')
    .map((one) => one.local_time)
