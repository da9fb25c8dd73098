import { type AvailableDeparture } from '#contract/availability.ts'
import { type Product } from '#contract/catalogue.ts'
import { type QuantityType } from '#contract/enums.ts'
import { accountHref } from '../account/account-tabs.ts'
import { type EligibilityLine, eligibilityLines } from '../catalogue/eligibility-lines.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { type CardSettings } from '../payments/card/card-settings.ts'
import {
  type Alternative,
  listAlternatives,
  describeHeldSeats,
  type HeldSeats,
} from '../selection/alternatives.ts'
import { type CardPaymentChoice, type SavedCardsPart } from '../payments/saved-cards.tsx'
import { type TenderPart } from '../payments/tender-panel.tsx'
import { cardSettings } from '../payments/card-settings.server.ts'
import { type Buyer, presentBuyer, withBuyersName } from '../payments/buyer.server.ts'
import { loadDraft } from '../visit/draft.server.ts'
import {
  findOwnOrder,
  loadChoice,
  type LoadedChoice,
  requireProduct,
} from '../selection/load-choice.server.ts'
import { loadPayerTenders } from '../payments/payer-tenders.server.ts'
import { listTypeNames } from '../selection/party-types.ts'
import { showProduct, type ShownProduct, showQuote, type ShownQuote } from '../selection/shown-choice.ts'
import { describeDivision, formatLeaving } from '../selection/two-aircraft.ts'
import { formatDay, formatTime } from '../format/local-time.ts'
import { confirmationPath } from '../payments/purchase-result.server.ts'
import { secondSeatText } from '../passengers/second-seat-text.ts'
import { canWaitFor, hasWaitlist, waitlistHref } from '../waitlist/list-waitlist-links.server.ts'
import { describeAcceptedOffer } from '../waitlist/find-offer.server.ts'
import { loadMembershipOffer } from '../membership/load-membership-offer.server.ts'
import { type MembershipOfferData } from '../membership/membership-offer.tsx'
import { chooseCardPayment, presentSavedCards, presentTenders } from '../payments/present-tenders.server.ts'
import { getPictureUrl } from '../pictures/product-picture.tsx'
import { type Visit } from '../visit/load-visit.server.ts'
import { redirectToWhen, stepHrefs, type StepHrefs } from '../selection/step-hrefs.server.ts'

/** The data of the page "Who and pay": what it shows, and no more. */
export interface PayPage {
  product: ShownProduct
  /** The address of the product's picture. */
  art: string
  /** The typed discount code. */
  code: string | undefined
  seatsLeft: number
  /** "Friday 20 November, 11:00 am", or both times of a party on two aircraft. */
  day: string
  /** The abbreviation of the terminal's time zone: "EST". */
  zone: string
  /** Who flies where, for a party on two aircraft. */
  apart: string | undefined
  quantityType: QuantityType
  quantity: number
  /** Undefined if sales have closed meanwhile; then there is an obstacle. */
  quote: ShownQuote | undefined
  /** What the chosen upgrades ask. */
  questions: { id: number; name: string; question: string }[]
  /** Why this flight cannot be booked now, and the alternatives. */
  obstacle: { text: string; others: Alternative[] } | undefined
  held: HeldSeats | undefined
  /** The open hosted payment page of this purchase. */
  openPayment: string | undefined
  /** Set if this purchase was completed before: its order, and the link to the ticket. */
  booked: { number: string; href: string } | undefined
  /** How a card is typed into the page; undefined where only the hosted page takes cards. */
  card: CardSettings | undefined
  /** The logged-in account; undefined for a guest. */
  buyer: Buyer | undefined
  /** What a buyer with a phone number may agree to; undefined where no texts are sent. */
  textConsent: string | undefined
  typed: Record<string, string>
  /** What stands behind each passenger's number: ", Child"; empty where everybody is an adult. */
  types: string[]
  /** Who may fly and what to wear. */
  eligibility: EligibilityLine[]
  /** Which second seats the party needs. */
  secondSeats: string | undefined
  /** The membership's consent box. */
  membershipOffer: MembershipOfferData | undefined
  /** Undefined for visitors, null where nothing beside a card pays. */
  tenders: TenderPart | undefined | null
  payWith: CardPaymentChoice
  savedCards: SavedCardsPart
  /** What was typed can be continued on another device. */
  canTransfer: boolean
  formKey: string
  /** The paths of this page and of the step before, with their query. */
  hrefs: StepHrefs
  /**
   * Set where the brand sells only to accounts and the visitor is not logged in: where to log in,
   * and whom to ask.
   */
  noGuests: { phone: string; email: string; loginHref: string; registerHref: string } | undefined
}

/**
 * Loads the page, or returns where to redirect: to the first step while day, time or quantity are
 * missing, to the confirmation if this purchase is paid.
 */
export async function loadPayPage(
  visit: Visit,
  productParam: string,
): Promise<PayPage | { elsewhere: string }> {
  const { query, session, brand } = visit
  const product = await requireProduct(visit, productParam)
  if (query.giftCard || !query.date) return { elsewhere: redirectToWhen(productParam, query) }
  const order = await findOwnOrder(visit)
  const hrefs = stepHrefs(productParam, query)
  if (order?.status === 'completed' && session.get('order')?.payPath === hrefs.pay) {
    return { elsewhere: confirmationPath(order.id) }
  }
  const loaded = await loadChoice(visit, product, { date: query.date, continuing: true })
  const { choice } = loaded
  const tenders = await loadPayerTenders(visit, loaded)
  const quote = tenders?.quote ?? loaded.quote
  const { departure, quantity, quantityType } = choice
  if (!departure || quantity === undefined) return { elsewhere: redirectToWhen(productParam, query) }
  const offer = visit.specOnly ? {} : await describeAcceptedOffer(visit, departure)
  return {
    product: showProduct(product),
    art: getPictureUrl(product, departure.tags),
    code: query.code,
    seatsLeft: departure.seats_left,
    day: `${formatDay(departure.local_date)}, ${formatLeaving(departure)}`,
    zone: departure.timezone_label,
    apart: describeSeating(departure, choice.types ?? []),
    quantityType,
    quantity,
    quote: quote && showQuote(quote),
    questions: loaded.upgrades.flatMap(({ id, name, meta: { question } }) =>
      question && query.upgradeIds.includes(id) ? { id, name, question } : [],
    ),
    obstacle: findObstacle(visit, product, productParam, loaded, offer.over),
    held: describeHeldSeats(order, choice, visit.now) ?? offer.held,
    openPayment: session.get('order')?.payPath === hrefs.pay ? (order?.payment_url ?? undefined) : undefined,
    booked: bookedBefore(visit, hrefs.pay),
    card: cardSettings(visit.shop.settings, quote),
    buyer: presentBuyer(visit.user),
    textConsent: visit.user && !visit.user.phone ? undefined : (brand.text_consent ?? undefined),
    types: listTypeNames(choice.types ?? [], product, quantity),
    typed: withBuyersName(await loadDraft(visit), visit.user),
    eligibility: eligibilityLines(product),
    secondSeats: quote && secondSeatText(quote),
    membershipOffer: await loadMembershipOffer(visit, quote),
    tenders: presentTenders(visit, tenders),
    payWith: chooseCardPayment(quote, tenders),
    savedCards: presentSavedCards(visit, tenders),
    canTransfer: !visit.specOnly,
    formKey: crypto.randomUUID(),
    hrefs,
    noGuests: brand.guest_checkout || visit.user ? undefined : accountNeeded(brand, hrefs.pay),
  }
}

/** Where everybody is an adult, the order of the passengers decides. */
function describeSeating(departure: AvailableDeparture, types: readonly unknown[]): string | undefined {
  const division = describeDivision(departure)
  if (division === undefined || !departure.two_aircraft) return undefined
  const { quantity, second } = departure.two_aircraft
  const first = quantity === 1 ? 'Passenger 1 flies' : `Passengers 1 to ${String(quantity)} fly`
  const who =
    types.length > 0
      ? 'Every child flies with an adult.'
      : `${first} at ${formatTime(departure.local_time)}, the others at ${formatTime(second.local_time)}.`
  return `Your party flies on two aircraft, ${division}. ${who}`
}

function bookedBefore({ session, userApi }: Visit, payPath: string): PayPage['booked'] {
  const booked = session.get('booked')
  if (!userApi || booked?.payPath !== payPath) return undefined
  return { number: booked.number, href: confirmationPath(booked.id) }
}

function accountNeeded({ phone, email }: Visit['brand'], payPath: string): PayPage['noGuests'] {
  return {
    phone,
    email,
    loginHref: accountHref('login', payPath),
    registerHref: accountHref('register', payPath),
  }
}

function findObstacle(
  visit: Visit,
  row: Product,
  product: string,
  { choice, day, quote }: LoadedChoice,
  over: string | undefined,
): PayPage['obstacle'] {
  const { query } = visit
  const problem = choice.problems[0]?.text ?? (quote ? undefined : CHECKOUT_TEXT.notOnSale)
  if (!problem) return undefined
  const path = `/checkout/${encodeURIComponent(product)}`
  const { departures, next_available_date: nextDate } = day
  const others = listAlternatives({ path, query, departures, nextDate })
  const { departure } = choice
  const full = departure !== undefined && canWaitFor(departure, query) && hasWaitlist(visit, row)
  const href = waitlistHref(product, query, departure?.departure_id)
  const wait = { text: 'Or join the waitlist for this flight', href }
  return { text: over ? `${over} ${problem}` : problem, others: full ? [...others, wait] : others }
}
