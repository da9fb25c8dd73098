import { type UpgradePart } from './order-upgrades.tsx'
import { type UpgradeQuote } from '#contract/order-change.ts'
import { type Order } from '#contract/order.ts'
import { Place } from '#contract/enums.ts'
import {
  answerField,
  listOffersWithQuestion,
  UPGRADES_ANCHOR,
  upgradePayPath,
  upgradeSearch,
} from './upgrade-choice.ts'
import { orderTitle, orderZone } from './order-title.ts'
import { formatDateTime } from '../format/date-time.ts'
import { type CardPart, loadCardPart } from '../payments/card-payer.server.ts'
import { isPayable, loadUpgradePart } from './load-upgrades.server.ts'
import { getPictureUrl } from '../pictures/product-picture.tsx'
import { type Visit } from '../visit/load-visit.server.ts'

/** The data of the page that takes the payment for upgrades of a paid order. */
export interface UpgradePay extends CardPart {
  number: string
  title: string
  /** When and where the flight leaves; empty for an order without a flight. */
  when: string[]
  /** The address of the flight's picture. */
  art: string | undefined
  quote: Pick<UpgradeQuote, 'lines' | 'credits' | 'amount_due' | 'credit_available' | 'updated_total_price'>
  /** What the page says it sells. */
  words: { heading: string; change: string; button: string; working: string; form: string }
  /** How many fly now, which a payment for guests states. */
  party?: number
  /** The questions of the chosen upgrades. */
  questions: { name: string; label: string; hint: string }[]
  usesCredit: boolean
  /** The open hosted payment page of this order. */
  openPayment: string | undefined
  formKey: string
  /**
   * The paths of this page with its choice, of the one with or without credit, and of the order.
   */
  path: string
  creditHref: string
  orderHref: string
}

/** Undefined if nothing is chosen, or if the choice cannot be bought now. */
export async function loadUpgradePay(
  visit: Visit,
  order: Order,
  query: URLSearchParams,
): Promise<UpgradePay | undefined> {
  const part = await loadUpgradePart(visit, order, query)
  if (!isPayable(part)) return undefined
  const { choice, quote } = part
  const { lines, credits, amount_due, credit_available, updated_total_price } = quote
  const here = `/account/orders/${String(order.id)}`
  const other = { ...choice, useCredit: !choice.useCredit }
  return {
    ...(await loadCardPart(visit, quote)),
    ...flightOf(order),
    number: order.number,
    title: orderTitle(order),
    quote: { lines, credits, amount_due, credit_available, updated_total_price },
    words: UPGRADE_WORDS,
    questions: questionsOf(part),
    usesCredit: choice.useCredit,
    openPayment: order.changes?.at(-1)?.payment_url ?? undefined,
    formKey: part.formKey,
    path: upgradePayPath(order.id, choice),
    creditHref: `${here}/upgrades?${upgradeSearch(other)}`,
    orderHref: `${here}#${UPGRADES_ANCHOR}`,
  }
}

const UPGRADE_WORDS = {
  heading: 'Make more of it',
  change: 'Change what is added',
  button: 'Purchase Upgrade',
  working: 'Adding to your order…',
  form: 'upgrades',
}

/** When and where an order's first flight leaves, with its picture. */
export function flightOf(order: Order): Pick<UpgradePay, 'when' | 'art'> {
  const [flight] = order.flights
  if (!flight) return { when: [], art: undefined }
  const when = [formatDateTime(flight.depart_at, orderZone(order)), flight.terminal_name]
  const place = Place.safeParse(flight.place)
  const { tags, product_id: id, photo, photo_focal } = flight
  const shown = place.success ? { id, place: place.data, photo, photo_focal } : undefined
  return { when, art: shown && getPictureUrl(shown, tags) }
}

const questionsOf = ({ quote, choice }: UpgradePart) =>
  listOffersWithQuestion(quote, choice).map(({ upgrade_id: id, question, name }) => ({
    name: answerField(id),
    label: question ?? name,
    hint: name,
  }))
