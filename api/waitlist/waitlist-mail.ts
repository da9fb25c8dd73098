import { eq } from 'drizzle-orm'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { ENTRY_SECRET_USE } from '../gateways/link-secret.ts'
import { unseal } from '../gateways/sealed-text.ts'
import { button, getMailTheme, heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { findWaitlistFlights } from './find-waitlist-flights.ts'

type Entry = typeof waitlistEntries.$inferSelect

/** What every mail about the waitlist says. */
export interface WaitlistMail {
  flight: WaitlistFlight
  quantityType: 'seat' | 'flight'
  quantity: number
  /** The token of the link to leave the waitlist. */
  entryToken: string
}

/** @throws when the entry or its departure is gone */
export async function readEntryForMail(deps: ApiDeps, mail: MailRow): Promise<WaitlistMail> {
  const [entry] = await deps.database.db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, subjectIdOf(mail)))
  return describeEntry(deps, mail, entry)
}

/** @throws when there is no entry, or its departure is gone */
export async function describeEntry(
  deps: ApiDeps,
  mail: MailRow,
  entry: Entry | undefined,
): Promise<WaitlistMail> {
  const flights = entry && (await findWaitlistFlights(deps.database.db, [entry.slotId]))
  const flight = entry && flights?.get(entry.slotId)
  if (!flight) throw new Error(`Mail ${String(mail.id)} speaks of no departure`)
  const { quantityType, quantity, tokenSealed } = entry
  const entryToken = unseal(deps.settings.secrets.code, ENTRY_SECRET_USE, tokenSealed)
  return { flight, quantityType, quantity, entryToken }
}

interface MailText {
  subject: string
  title: string
  intro: string
  action: { label: string; href: string }
  notes: readonly string[]
}

/**
 * Composes a mail about one entry: what happened, what to do next, and the link to leave the
 * waitlist.
 */
export function waitlistMail(mail: WaitlistMail, brand: MailBrand, told: MailText): ComposedMail {
  const { subject, title, intro, action, notes } = told
  const leave = `${brand.origin}/waitlist/entries/${mail.entryToken}`
  const style = `color:${getMailTheme(brand.id).link}`
  const content = html`${heading(brand, title)} ${paragraph(intro)}
  ${button(brand, action.label, action.href)} ${notes.map((note) => paragraph(note))}
  ${paragraph(
    html`<a class="link" href="${leave}" style="${style}">See your place or leave the waitlist</a>`,
  )}`
  const sign = `${brand.name}\n${brand.phone} · ${brand.email}`
  const text = [
    title,
    intro,
    `${action.label}: ${action.href}`,
    ...notes,
    `Leave the waitlist: ${leave}`,
    sign,
  ]
  return {
    subject,
    text: text.join('\n\n'),
    html: mailFrame(brand, subject, intro, content),
    attachments: [],
  }
}

export const partyOf = ({ quantityType, quantity }: Pick<WaitlistMail, 'quantityType' | 'quantity'>) => {
  if (quantityType === 'flight') return `the whole aircraft for ${String(quantity)}`
  return quantity === 1 ? '1 seat' : `${String(quantity)} seats`
}

export const whenOf = (flight: WaitlistFlight) =>
  `${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`

export const otherDays = ({ flight }: WaitlistMail, brand: MailBrand) => ({
  label: 'Look at other departures',
  href: `${brand.origin}/checkout/${flight.product_slug}`,
})
