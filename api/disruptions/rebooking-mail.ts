import { eq } from 'drizzle-orm'
import { type RebookingOffer } from '#contract/call-off.ts'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { button, heading, html, mailFrame, paragraph, rows, subheading } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { readRebookingOffer } from './read-rebooking-offer.ts'
import { openRebookingToken, rebookingLink } from './rebooking-offer-token.ts'

/** The facts in a mail about a rebooking offer. */
export interface RebookingMail {
  offer: RebookingOffer
  /** The path of the offer's page. */
  path: string
}

/** @throws when the offer is gone */
export async function readRebookingMail(deps: ApiDeps, mail: MailRow): Promise<RebookingMail> {
  const [row] = await deps.database.db
    .select()
    .from(rebookingOffers)
    .where(eq(rebookingOffers.id, subjectIdOf(mail)))
  const token = row && openRebookingToken(deps.settings.secrets.code, row)
  const found = token === undefined ? undefined : await readRebookingOffer(deps, token)
  if (token === undefined || !found?.ok) throw new Error(`Mail ${String(mail.id)} speaks of no claim`)
  return { offer: found.offer, path: rebookingLink(token) }
}

export const whenOf = (flight: WaitlistFlight) =>
  `${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`
export const dayOf = (flight: WaitlistFlight, at: string) => flightDay({ ...flight, depart_at: at })
const formatDeadline = (flight: WaitlistFlight, at: string) =>
  `${dayOf(flight, at)}, ${terminalTime(flight, at)}`

interface MailText {
  subject: string
  title: string
  why: string
}

/** What every mail about a rebooking offer says: the choices, the end of the offer, and its page. */
export function composeRebookingMail(
  { offer, path, calendar }: RebookingMail & { calendar?: string | undefined },
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
