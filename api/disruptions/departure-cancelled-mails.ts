import { type RebookingOffer } from '#contract/call-off.ts'
import { type Order } from '#contract/order.ts'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { flightCalendar } from '../store/mails/flight-calendar.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { expiryDay } from '../gifts/gift-mail-codes.ts'
import { html, type Html } from '../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph, rows, subheading } from '../store/mails/mail-frame.ts'

/** The facts in a mail about a rebooking offer. */
export interface RebookingMail {
  offer: RebookingOffer
  /** The path of the offer's page. */
  path: string
  /** The calendar entry that removes the flight. */
  calendar?: string | undefined
}

const REASONS = {
  weather: 'The weather does not let us fly',
  technical: 'Our aircraft is not ready to fly',
  other: 'We cannot fly',
} as const

const whenOf = (flight: WaitlistFlight) => `${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`
const dayOf = (flight: WaitlistFlight, at: string) => flightDay({ ...flight, depart_at: at })
const formatDeadline = (flight: WaitlistFlight, at: string) =>
  `${dayOf(flight, at)}, ${terminalTime(flight, at)}`

/**
 * Tells that the departure is cancelled: why, what the customer may have instead, until when, and
 * how to choose.
 */
export function departureCancelledMail(
  { order, ...mail }: RebookingMail & { order: Order },
  brand: MailBrand,
  now: Date,
): ComposedMail {
  const { flight, reason, order_number: number } = mail.offer
  const flights = order.flights.filter(({ status }) => status === 'called_off')
  const calendar = flights.length > 0 ? flightCalendar({ ...order, flights }, brand, { now }) : undefined
  return rebookingMail({ ...mail, calendar }, brand, {
    subject: `Your flight on ${flightDay(flight)} is called off (${number})`,
    title: 'Your flight is called off',
    why: `${REASONS[reason]}: ${flight.product_name}, ${whenOf(flight)}, does not leave. We are sorry.`,
  })
}

/** Sends the link again on request. */
export function rebookingLinkMail(mail: RebookingMail, brand: MailBrand): ComposedMail {
  const { flight, order_number: number } = mail.offer
  return rebookingMail(mail, brand, {
    subject: `Your choice for order ${number}`,
    title: 'Your link to choose',
    why:
      `You asked for the link to choose what you would like instead of ${flight.product_name}, ` +
      `${whenOf(flight)}.`,
  })
}

/** Reminds the customer a week before the offer ends. */
export function rebookingReminderMail(mail: RebookingMail, brand: MailBrand): ComposedMail {
  const { flight, expires_at: until, order_number: number } = mail.offer
  return rebookingMail(mail, brand, {
    subject: `Please choose until ${dayOf(flight, until)} (${number})`,
    title: 'You can still choose',
    why:
      `We had to call off ${flight.product_name}, ${whenOf(flight)}. You have not told us yet ` +
      'what you would like instead.',
  })
}

interface MailText {
  subject: string
  title: string
  why: string
}

function rebookingMail(
  { offer, path, calendar }: RebookingMail,
  brand: MailBrand,
  told: MailText,
): ComposedMail {
  const { subject, title, why } = told
  const link = `${brand.origin}${path}`
  const kept = offer.alternatives.map(({ flight, held_until: until }): [string, string] => [
    whenOf(flight),
    `kept until ${formatDeadline(flight, until)}`,
  ])
  const choices = choicesOf(offer)
  const end = endOf(offer)
  const action = offer.state === 'open' ? 'Choose what you would like' : 'See what was chosen'
  const content = html`${heading(brand, title)} ${paragraph(why)} ${offer.note ? paragraph(offer.note) : ''}
  ${kept.length > 0 ? html`${subheading(brand, KEPT)} ${rows(brand, kept)}` : ''}
  ${choices.map((one) => paragraph(one))} ${button(brand, action, link)} ${end ? paragraph(end) : ''}`
  const list =
    kept.length > 0 ? [`${KEPT}\n${kept.map(([when, until]) => `- ${when} (${until})`).join('\n')}`] : []
  const sign = `${brand.name}\n${brand.phone} · ${brand.email}`
  return {
    subject,
    text: [
      title,
      why,
      ...(offer.note ? [offer.note] : []),
      ...list,
      ...choices,
      `${action}: ${link}`,
      ...(end ? [end] : []),
      sign,
    ].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments:
      calendar === undefined
        ? []
        : [
            {
              filename: `flight-${offer.order_number}.ics`,
              contentType: 'text/calendar; charset=utf-8; method=CANCEL',
              content: calendar,
            },
          ],
  }
}

const KEPT = 'We keep these seats for you, free of charge'

function choicesOf({ state, voucher_amount: voucher, refund }: RebookingOffer): string[] {
  if (state !== 'open') return []
  return [
    'You may fly at another time, with no fee and nothing to pay on top.',
    ...(voucher === null
      ? []
      : [
          `Or take a re-schedule voucher for ${formatDollars(toCents(voucher))}: all that you ` +
            'paid, to use whenever you like.',
        ]),
    ...(refund ? [`Or have ${describeMoney(refund)} back.`] : []),
  ]
}

const describeMoney = ({ amount, to }: NonNullable<RebookingOffer['refund']>) =>
  amount > 0 ? formatDollars(toCents(amount)) : to.map(({ label }) => label).join(', ')

function endOf({ state, flight, expires_at: until, voucher_amount: voucher }: RebookingOffer) {
  if (state !== 'open') return undefined
  const end = formatDeadline(flight, until)
  return voucher === null
    ? `Please choose until ${end}.`
    : `You can choose until ${end}. If you do not, the voucher is yours by itself: nothing is lost.`
}

export interface VoucherMail {
  orderNumber: string
  amountCents: number
  code: string
  expiresAt: string
  /** Nobody chose, so it was issued when the offer ended. */
  isAutomatic: boolean
}

/** The voucher with its code. */
export function rebookingVoucherMail(
  { orderNumber, amountCents, code, expiresAt, isAutomatic }: VoucherMail,
  brand: MailBrand,
): ComposedMail {
  const amount = formatDollars(amountCents)
  const subject = `Your re-schedule voucher for ${amount} (${orderNumber})`
  const title = 'Your re-schedule voucher'
  const why = isAutomatic
    ? `The time to choose for order ${orderNumber} is over, so all that you paid is on a voucher now.`
    : `As you wished, all that you paid for order ${orderNumber} is on a voucher now.`
  const facts: [string, string][] = [
    ['Code', code],
    ['Worth', amount],
    ['Good until', expiryDay(expiresAt, brand)],
  ]
  const how =
    'Type the code where you pay, or log in with this e-mail address: it is in your account. ' +
    'What one order leaves stays on it.'
  const link = `${brand.origin}/checkout`
  const content: Html = html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}
  ${button(brand, 'Choose a flight', link)} ${paragraph(how)}`
  return {
    subject,
    text: [
      title,
      why,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      how,
      `Choose a flight: ${link}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
