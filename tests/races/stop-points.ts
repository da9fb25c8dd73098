/** What the service does when it is stopped, as its gateways see it. */
export type StopAction =
  /** Commits a transaction in which a statement like this ran. */
  | { commits: RegExp }
  /** Runs a statement like this, with its values behind it as JSON. */
  | { runs: RegExp }
  /** Calls the provider, such as `POST /v1/refunds`. `answered` looks into the answer. */
  | { calls: RegExp; answered?: RegExp }
  /** Hands a mail to the mail server. */
  | { sends: RegExp }

export interface StopPoint {
  name: string
  /** The process stops just before the step or just after it. */
  when: 'before' | 'after'
  doing: StopAction
  /** It stops when the step is done for this time; by default the first. */
  nth?: number
  /** The means of payment that come to the point, if not all. */
  ways?: readonly PaymentWay[]
  /**
   * The outcome when nobody returns and one sweep runs half an hour later, by means of payment
   * where it differs.
   */
  ends: PurchaseEnding | Partial<Record<PaymentWay, PurchaseEnding>>
}

/** The endings: paid with seats; expired and nothing charged; refunded. */
export type PurchaseEnding = 'paid' | 'expired' | 'refunded'
export type PaymentWay = 'hosted' | 'card' | 'token' | 'wallet'

const CREATE = /^POST \/v1\/(checkout\/sessions|payment_intents)$/
const READ = /^GET \/v1\/(checkout\/sessions|payment_intents)\/\w+$/
const PAID = /"(payment_)?status": "(paid|succeeded)"/
const CLOSE = /^POST \/v1\/(checkout\/sessions\/\w+\/expire|payment_intents\/\w+\/cancel)$/
const insert = (table: string) => new RegExp(`insert into "${table}"`)
const update = (table: string, what: string) => new RegExp(`update "${table}" set .*${what}`)

/** The steps of an order that is paid, from "order written" to "mail sent". */
export const paidPoints: readonly StopPoint[] = [
  { name: 'order not yet committed', when: 'before', doing: { commits: insert('orders') }, ends: 'expired' },
  { name: 'order written', when: 'after', doing: { commits: insert('orders') }, ends: 'expired' },
  {
    name: 'attempt not yet committed',
    when: 'before',
    doing: { commits: insert('payment_attempts') },
    ends: 'expired',
  },
  { name: 'attempt written', when: 'after', doing: { commits: insert('payment_attempts') }, ends: 'expired' },
  { name: 'before the provider is called', when: 'before', doing: { calls: CREATE }, ends: 'expired' },
  {
    name: 'executed by the provider, before its answer',
    when: 'after',
    doing: { calls: CREATE },
    ends: { hosted: 'expired', wallet: 'expired', card: 'paid', token: 'paid' },
  },
  {
    name: 'reference stored',
    when: 'after',
    doing: { runs: update('payment_attempts', '"reference"') },
    ends: { hosted: 'expired', wallet: 'expired', card: 'paid', token: 'paid' },
  },
  {
    name: 'webhook not yet noted',
    when: 'before',
    doing: { runs: insert('webhook_inbox') },
    ends: 'paid',
  },
  { name: 'webhook noted', when: 'after', doing: { runs: insert('webhook_inbox') }, ends: 'paid' },
  {
    name: 'money seen, before it is applied',
    when: 'after',
    doing: { calls: READ, answered: PAID },
    // A card’s money is seen in the answer to the call that charges it, and its events are then known.
    ways: ['hosted', 'wallet'],
    ends: 'paid',
  },
  { name: 'applying: payment written', when: 'after', doing: { runs: insert('payments') }, ends: 'paid' },
  {
    name: 'applying: seats sold',
    when: 'after',
    doing: { runs: update('flights', '"seats_sold"') },
    ends: 'paid',
  },
  {
    name: 'applying: before the commit',
    when: 'before',
    doing: { commits: insert('payments') },
    ends: 'paid',
  },
  { name: 'applied', when: 'after', doing: { commits: insert('payments') }, ends: 'paid' },
  {
    name: 'event worked off, not yet noted',
    when: 'before',
    doing: { runs: update('webhook_inbox', '"handled_at"') },
    ends: 'paid',
  },
  { name: 'mail claimed', when: 'after', doing: { runs: update('mails', '"tries"') }, ends: 'paid' },
  {
    name: 'mail taken by the mail server, not yet noted',
    when: 'after',
    doing: { sends: /booked/ },
    ends: 'paid',
  },
  { name: 'mail sent and noted', when: 'after', doing: { runs: update('mails', '"sent_at"') }, ends: 'paid' },
]

/** The steps of an order whose payment began and was abandoned. */
export const abandonedPoints: readonly StopPoint[] = [
  {
    name: 'before the payment is closed at the provider',
    when: 'before',
    doing: { calls: CLOSE },
    ends: 'expired',
  },
  {
    name: 'closed at the provider, before its answer',
    when: 'after',
    doing: { calls: CLOSE },
    ends: 'expired',
  },
  {
    name: 'closing not yet committed',
    when: 'before',
    doing: { commits: /update "payment_attempts" set .*canceled/ },
    ends: 'expired',
  },
  {
    name: 'closing noted, seats not yet free',
    when: 'after',
    doing: { commits: /update "payment_attempts" set .*canceled/ },
    ends: 'expired',
  },
  {
    name: 'expiry not yet committed',
    when: 'before',
    doing: { commits: /update "orders" set .*expired/ },
    ends: 'expired',
  },
  { name: 'expired', when: 'after', doing: { commits: /update "orders" set .*expired/ }, ends: 'expired' },
]

/** The steps of a payment that arrives after its seats were sold again. */
export const latePaymentPoints: readonly StopPoint[] = [
  { name: 'late money seen', when: 'after', doing: { calls: READ, answered: PAID }, ends: 'refunded' },
  {
    name: 'late money not yet booked',
    when: 'before',
    doing: { commits: insert('refunds') },
    ends: 'refunded',
  },
  { name: 'refund written', when: 'after', doing: { commits: insert('refunds') }, ends: 'refunded' },
  {
    name: 'before the refund is asked for',
    when: 'before',
    doing: { calls: /^POST \/v1\/refunds$/ },
    ends: 'refunded',
  },
  {
    name: 'refunded by the provider, before its answer',
    when: 'after',
    doing: { calls: /^POST \/v1\/refunds$/ },
    ends: 'refunded',
  },
  {
    name: 'refund not yet noted',
    when: 'before',
    doing: { commits: /update "refunds" set .*succeeded/ },
    ends: 'refunded',
  },
  {
    name: 'refund noted',
    when: 'after',
    doing: { commits: /update "refunds" set .*succeeded/ },
    ends: 'refunded',
  },
  {
    name: 'mail about the refund taken, not yet noted',
    when: 'after',
    doing: { sends: /on its way back/ },
    ends: 'refunded',
  },
]

/** The additional steps when a gift card, a voucher and credit pay beside the card. */
export const tenderPoints: readonly StopPoint[] = [
  {
    name: 'tenders reserved, not yet committed',
    when: 'before',
    doing: { commits: insert('order_tenders') },
    ends: 'expired',
  },
  { name: 'tenders reserved', when: 'after', doing: { commits: insert('order_tenders') }, ends: 'expired' },
  {
    name: 'applying: tenders captured',
    when: 'after',
    doing: { runs: /update "order_tenders" set .*captured/ },
    ends: 'paid',
  },
]

/** The steps when such a payment is abandoned. */
export const releasePoints: readonly StopPoint[] = [
  {
    name: 'tenders given back, not yet committed',
    when: 'before',
    doing: { commits: /update "order_tenders" set .*released/ },
    ends: 'expired',
  },
  {
    name: 'tenders given back',
    when: 'after',
    doing: { commits: /update "order_tenders" set .*released/ },
    ends: 'expired',
  },
]

/**
 * The steps of rescheduling a paid order: `paid` is rescheduled, `expired` stays on its flight and
 * pays nothing.
 */
export const reschedulePoints: readonly StopPoint[] = [
  {
    name: 'move: kept, not yet committed',
    when: 'before',
    doing: { commits: insert('order_changes') },
    ends: 'expired',
  },
  { name: 'move: seats kept', when: 'after', doing: { commits: insert('order_changes') }, ends: 'expired' },
  { name: 'move: before the card is charged', when: 'before', doing: { calls: CREATE }, ends: 'expired' },
  { name: 'move: charged, before the answer', when: 'after', doing: { calls: CREATE }, ends: 'paid' },
  {
    name: 'move: charge noted, not yet applied',
    when: 'after',
    doing: { runs: update('payment_attempts', '"reference"') },
    ends: 'paid',
  },
  {
    name: 'move: seats half swapped',
    when: 'after',
    doing: { runs: update('order_item_seats', '"flight_id"') },
    ends: 'paid',
  },
  {
    name: 'move: swapped, not yet committed',
    when: 'before',
    doing: { commits: insert('payments') },
    ends: 'paid',
  },
  { name: 'move: swapped', when: 'after', doing: { commits: insert('payments') }, ends: 'paid' },
]

/** The steps of a reschedule that staff begin and the customer pays by a link. */
export const staffReschedulePoints: readonly StopPoint[] = [
  {
    name: 'link: kept, not yet committed',
    when: 'before',
    doing: { commits: insert('order_changes') },
    ends: 'expired',
  },
  {
    name: 'link: seats kept, no page yet',
    when: 'after',
    doing: { commits: insert('order_changes') },
    ends: 'expired',
  },
  {
    name: 'link: page open, nobody told',
    when: 'after',
    doing: { runs: update('payment_attempts', '"reference"') },
    ends: 'expired',
  },
]

export const allPoints: readonly StopPoint[] = [
  ...paidPoints,
  ...abandonedPoints,
  ...latePaymentPoints,
  ...tenderPoints,
  ...releasePoints,
  ...reschedulePoints,
  ...staffReschedulePoints,
]
