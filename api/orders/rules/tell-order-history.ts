import { type OrderFileEvent } from '#contract/order-file.ts'
import { type OrderTender } from '#contract/order.ts'
import { type Refund } from '#contract/refund.ts'
import { NO_SHOW_EVENTS } from './no-show-events.ts'
import { TRANSFER_EVENTS } from './transfer-events.ts'
import { describeOrderEvent, type WrittenEvent } from './describe-order-event.ts'
import { MOVED_BY_SHOP } from './moved-by-shop.ts'
import { PAYMENT_LINK_OPENED } from './payment-link-opened.ts'

/** What is known of an order's past; instants are ISO texts. */
export interface OrderPast {
  events: readonly (WrittenEvent & { at: string })[]
  tenders: readonly Pick<OrderTender, 'label' | 'amount' | 'at'>[]
  refunds: readonly (Pick<Refund, 'at' | 'to' | 'amount' | 'reason'> & { actor: string })[]
  comments: readonly {
    id: number
    at: string
    body: string
    public: boolean
    onManifest: boolean
    authorId: number
  }[]
  mails: readonly { kind: string; to: string; state: string; at: string }[]
  /** Audited changes of the order and of its passengers. */
  changes: readonly PastChange[]
  /** The order's passengers who signed the waiver. */
  waivers: readonly { at: string; name: string }[]
  passengers: readonly { id: number; fullName: string }[]
  /** The names of the members of staff by user id; the order's own customer is not one of them. */
  staff: ReadonlyMap<number, string>
  /** When it was sold, for a walk-in without an e-mail. */
  withoutEmailAt?: string | undefined
  /** What staff sold its seats or aircraft for in place of the list price. */
  staffPrice?: SetPrice | undefined
  /** Acts that a second person approved, by their moment. */
  approved?: readonly { at: string; askedBy: number; approvedBy: number }[]
}

/** A price that staff set; amounts in dollars. */
interface SetPrice {
  at: string
  setBy: number
  unit: 'seat' | 'flight'
  amount: number
  listPrice: number
  reason: string
}

interface PastChange {
  at: string
  userId: number
  resource: string
  resourceId: number
  after: Readonly<Record<string, unknown>> | null
}

/** Sentences for reasons that the customer's history says in words to the customer. */
const BY_REASON: Readonly<Record<string, string>> = {
  'paid late, the seats were still free': 'Paid after the hold was over. The seats were still free.',
  superseded: 'The customer changed the booking, and a new order took this one’s place.',
  'cancelled by its buyer': 'Cancelled by the customer.',
  'change money returned':
    'A payment for a change could not be kept. The money goes back; the order stays as it was.',
  'departure called off before it was paid':
    'The flight was called off before it was paid. Nothing was charged.',
  'flight delayed': 'The flight leaves later, and the customer was told.',
  'flight less delayed': 'The flight leaves earlier than was told before, and the customer was told.',
  [NO_SHOW_EVENTS.undone]: 'What was given for guests who had not come was taken back: they did come.',
  'departure called off': 'The flight was called off, and the customer was asked what they would like.',
  [TRANSFER_EVENTS.otherTime]: 'The guests were moved to another time, and the customer was told.',
  [TRANSFER_EVENTS.sameTime]: 'The guests fly on another aircraft at the same time.',
  'moved after a call-off': 'Another time was chosen for the flight that was called off.',
  [MOVED_BY_SHOP]: 'The aircraft does not fly, so the party was moved to another time, and told.',
  'voucher for a departure called off': 'All that was paid is on a re-schedule voucher now.',
  'taken off the voucher': 'What came back to the card was taken off the re-schedule voucher.',
  'voucher given': 'A voucher was given.',
  [PAYMENT_LINK_OPENED]: 'The link to pay was opened.',
  'e-mail corrected': 'The customer corrected the e-mail, and the ticket was sent there.',
  'e-mail corrected by the desk': 'The e-mail was corrected, and the customer was written to there.',
  'e-mail added': 'The customer gave an e-mail.',
  'continued on another device': 'The customer went on with the booking on another device.',
  'the flight team calls about the seating':
    'The seating needs another look. The customer waits for a call about it.',
}
const NO_EMAIL = 'Sold without an e-mail: nothing is mailed.'
const PAYMENT_NOT_KEPT =
  'The payment could not be kept, because the booking was no longer possible. The money goes back.'

/** Tells the past of an order to staff, oldest first; of one moment, what was booked comes first. */
export function tellOrderHistory(past: OrderPast): OrderFileEvent[] {
  const told = [
    ...past.events.flatMap((event) => tellEvent(past, event)),
    ...tellPayments(past),
    ...past.refunds.map((refund) => tellRefund(past, refund)),
    ...past.waivers.map(({ at, name }) => of(at, 'boarding', `${name} signed the waiver.`)),
    ...past.changes.flatMap((change) => tellPassengerChange(past, change)),
    ...past.changes.flatMap((change) => tellMailing(past, change)),
    ...past.comments.map((comment) => ({
      ...of(comment.at, 'note', comment.body, nameOf(past, comment.authorId)),
      public: comment.public,
      note: {
        id: comment.id,
        author_id: comment.authorId,
        body: comment.body,
        on_manifest: comment.onManifest,
      },
    })),
    ...past.mails.map(tellMail),
    ...tellStaffPrice(past),
    ...(past.withoutEmailAt === undefined ? [] : [of(past.withoutEmailAt, 'message', NO_EMAIL)]),
  ]
  return told.map((event) => nameAsker(past, event)).sort((one, other) => one.at.localeCompare(other.at))
}

/** An act above a limit is made as whoever approved it; its event names who asked for it, too. */
function nameAsker(past: OrderPast, event: OrderFileEvent): OrderFileEvent {
  const act = past.approved?.find(
    ({ at, approvedBy }) => at === event.at && event.by !== null && event.by === nameOf(past, approvedBy),
  )
  const asker = act ? nameOf(past, act.askedBy) : null
  return asker === null ? event : { ...event, by: `${asker} asked, ${String(event.by)} approved` }
}

const of = (
  at: string,
  kind: OrderFileEvent['kind'],
  text: string,
  by: string | null = null,
): OrderFileEvent => ({ at, kind, text, by })

const nameOf = ({ staff }: OrderPast, userId: number | null): string | null =>
  userId === null ? null : (staff.get(userId) ?? null)

/** `user:12` is a person; all other actors are the customer, the provider or the service. */
function actorName(past: OrderPast, actor: string): string | null {
  const id = /^user:(\d+)$/.exec(actor)?.[1]
  return id === undefined ? null : nameOf(past, Number(id))
}

const dollars = (amount: number) =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const MONEY_STATES: readonly string[] = ['partially_paid', 'completed', 'partially_refunded', 'refunded']

const PART_REASONS: readonly string[] = ['first part paid', 'part paid']

function tellEvent(past: OrderPast, event: OrderPast['events'][number]): OrderFileEvent[] {
  const isMoney = MONEY_STATES.includes(event.toStatus)
  const isPayment = event.toStatus === 'completed' || PART_REASONS.includes(event.reason)
  const amounts = isPayment ? past.tenders : past.refunds
  // The payment or the refund says it with its amount.
  const known =
    amounts.length > 0 &&
    (isPayment || event.fromStatus !== event.toStatus || 'refund' in (event.details ?? {}))
  const isOwn = event.reason === NO_SHOW_EVENTS.applied || Object.hasOwn(BY_REASON, event.reason)
  if (isMoney && known && !isOwn) return []
  const sentence = sentenceOf(event)
  if (sentence === undefined) return []
  const why = reasonFor(past, event)
  const text = why === undefined ? sentence : `${sentence} Reason: ${why}`
  return [of(event.at, isMoney ? 'money' : 'booking', text, actorName(past, event.actor))]
}

function sentenceOf(event: WrittenEvent): string | undefined {
  const { reason, details } = event
  if (reason === 'upgrades added') return `Added: ${String(details?.['what'] ?? 'an upgrade')}.`
  if (reason === NO_SHOW_EVENTS.applied) return tellNoShow(details)
  if (reason === 'flight moved') {
    const { from, to, people } = details ?? {}
    const who =
      people === null || people === undefined
        ? 'The flight was'
        : people === 1
          ? 'One passenger was'
          : `${String(people)} passengers were`
    return `${who} moved from ${String(from)} to ${String(to)}.`
  }
  if (reason.startsWith('money returned:')) return PAYMENT_NOT_KEPT
  return Object.hasOwn(BY_REASON, reason) ? BY_REASON[reason] : describeOrderEvent(event)
}

/** What the rule of the product gave those who did not come. */
function tellNoShow(details: WrittenEvent['details']): string {
  const people = Number(details?.['people'] ?? 1)
  const cents = Number(details?.['amount_cents'] ?? 0)
  const who = people === 1 ? 'One guest' : `${String(people)} guests`
  const got = cents === 0 ? 'nothing is given back' : `${dollars(cents / 100)} on vouchers`
  return `${who} did not come; by the product’s rule: ${got}.`
}

/** The reason that staff typed, which the audit of the same moment keeps. */
function reasonFor({ changes }: OrderPast, { at }: { at: string }): string | undefined {
  const same = changes.find((change) => change.resource === 'orders' && change.at === at)
  const reason = same?.after?.['reason']
  return typeof reason === 'string' && reason !== '' ? reason : undefined
}

/** The parts that were paid at one moment stand in one sentence. */
function tellPayments(past: OrderPast): OrderFileEvent[] {
  const moments = new Set(past.tenders.flatMap(({ at }) => at ?? []))
  return [...moments].map((at) => {
    const parts = past.tenders.filter((tender) => tender.at === at)
    const paid = parts.map(({ label, amount }) => `${label} ${dollars(amount)}`).join(', ')
    const event = past.events.find((one) => one.at === at)
    return of(at, 'money', `Paid: ${paid}.`, event ? actorName(past, event.actor) : null)
  })
}

function tellRefund(past: OrderPast, { at, to, amount, reason, actor }: OrderPast['refunds'][number]) {
  const whereTo = to.length === 0 ? '' : ` to ${to.map(({ label }) => label).join(', ')}`
  return of(at, 'money', `${dollars(amount)} given back${whereTo}. Reason: ${reason}`, actorName(past, actor))
}

function tellStaffPrice(past: OrderPast): OrderFileEvent[] {
  if (!past.staffPrice) return []
  const { at, setBy, unit, amount, listPrice, reason } = past.staffPrice
  const each = unit === 'seat' ? 'each seat' : 'each aircraft'
  const prices = `Price set to ${dollars(amount)} for ${each}, list price ${dollars(listPrice)}.`
  return [of(at, 'money', `${prices} Reason: ${reason}`, nameOf(past, setBy))]
}

const BOARDING: Readonly<Record<string, string>> = {
  checked_in: 'checked in.',
  no_show: 'did not come.',
}

function tellPassengerChange(past: OrderPast, change: PastChange): OrderFileEvent[] {
  const { resource, resourceId, after, at, userId } = change
  if (resource !== 'passengers' || !after) return []
  const name = past.passengers.find(({ id }) => id === resourceId)?.fullName
  const who = name === undefined || name === '' ? 'A passenger' : name
  const tell = (text: string) => [of(at, 'boarding', `${who}: ${text}`, nameOf(past, userId))]
  if ('boarding' in after) return tell(BOARDING[String(after['boarding'])] ?? 'the check-in was undone.')
  if (after['stays_home'] === true) return tell('stays home.')
  const corrected = ['full_name', 'weight'].filter((field) => after[field] === 'corrected')
  const fields = corrected.map((field) => (field === 'weight' ? 'weight' : 'name')).join(' and ')
  return corrected.length === 0 ? [] : tell(`${fields} corrected.`)
}

const MAILED: Readonly<Record<string, string>> = {
  ticket: 'The ticket was sent again.',
  payment: 'A reminder to pay was sent.',
  passengers: 'What is missing of the passengers was asked for.',
}

/** What staff sent to several orders at once. */
function tellMailing(past: OrderPast, { resource, after, at, userId }: PastChange): OrderFileEvent[] {
  const text = resource === 'orders' ? MAILED[String(after?.['mailed'])] : undefined
  return text === undefined ? [] : [of(at, 'message', text, nameOf(past, userId))]
}

const MAIL_ENDS: Readonly<Record<string, string>> = {
  queued: 'waits to be mailed',
  sent: 'mailed',
  failed: 'could not be mailed',
  bounced: 'came back undelivered',
}

function tellMail({ kind, to, state, at }: OrderPast['mails'][number]): OrderFileEvent {
  const name = kind.replaceAll('_', ' ')
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  return of(at, 'message', `${title} ${MAIL_ENDS[state] ?? state}, to ${to}.`)
}
