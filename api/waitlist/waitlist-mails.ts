import { type WaitlistFlight } from '#contract/waitlist.ts'
import { getMailTheme } from '../store/mails/brand-theme.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { html } from '../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph } from '../store/mails/mail-frame.ts'

export interface WaitlistMail {
  flight: WaitlistFlight
  quantityType: 'seat' | 'flight'
  quantity: number
  /** Of the link to leave the list. */
  entryToken: string
}

interface MailText {
  subject: string
  title: string
  intro: string
  action: { label: string; href: string }
  notes: readonly string[]
}

/** A mail about one wait: what happened, one way on, and the link to leave the list. */
function waitlistMail(mail: WaitlistMail, brand: MailBrand, told: MailText): ComposedMail {
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

const partyOf = ({ quantityType, quantity }: Pick<WaitlistMail, 'quantityType' | 'quantity'>) => {
  if (quantityType === 'flight') return `the whole aircraft for ${String(quantity)}`
  return quantity === 1 ? '1 seat' : `${String(quantity)} seats`
}

const whenOf = (flight: WaitlistFlight) => `${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`

const otherDays = ({ flight }: WaitlistMail, brand: MailBrand) => ({
  label: 'Look at other departures',
  href: `${brand.origin}/checkout/${flight.product_slug}`,
})

/** They are in the line, with the size of the party that counts now. */
export function waitlistJoinedMail(mail: WaitlistMail, brand: MailBrand): ComposedMail {
  const { flight } = mail
  return waitlistMail(mail, brand, {
    subject: `You are on the waitlist: ${flight.product_name}, ${flightDay(flight)}`,
    title: 'You are on the waitlist',
    intro:
      `We wait with you for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}, from ` +
      `${flight.terminal_name}. As soon as they come free we keep them for you and write to you.`,
    action: otherDays(mail, brand),
    notes: [
      'Waiting costs nothing and promises nothing: you pay only if you take the seats.',
      'You did not ask for this? Leave the list below, and we write no more.',
    ],
  })
}

/** Seats are kept for them; or were, when the mail itself was late. */
export function waitlistOfferMail(
  mail: WaitlistMail & { token: string; expiresAt: Date; over: boolean },
  brand: MailBrand,
): ComposedMail {
  const { flight, expiresAt, over } = mail
  const until =
    `${flightDay({ ...flight, depart_at: expiresAt.toISOString() })}, ` +
    `${terminalTime(flight, expiresAt.toISOString())}`
  const place = `${flight.product_name}, ${whenOf(flight)}`
  if (over) {
    return waitlistMail(mail, brand, {
      subject: `The seats we kept for you are free again: ${flight.product_name}`,
      title: 'The seats we kept for you are free again',
      intro:
        `We kept ${partyOf(mail)} on ${place} for you until ${until}. That time is over, and ` +
        'this mail reached you late: we are sorry.',
      action: otherDays(mail, brand),
      notes: [],
    })
  }
  return waitlistMail(mail, brand, {
    subject: `Seats came free: ${flight.product_name}, ${flightDay(flight)}`,
    title: 'Seats came free for you',
    intro:
      `We are keeping ${partyOf(mail)} on ${place}, from ${flight.terminal_name}, for you until ` +
      `${until}.`,
    action: {
      label: 'See the seats we keep for you',
      href: `${brand.origin}/waitlist/offers/${mail.token}`,
    },
    notes: [
      'Take them there, or pass them on with one tap. If you do neither, they go to the next ' +
        'in line at that time.',
    ],
  })
}

/** Sales are over and nothing came free. */
export function waitlistClosedMail(mail: WaitlistMail, brand: MailBrand): ComposedMail {
  const { flight } = mail
  return waitlistMail(mail, brand, {
    subject: `No seats came free: ${flight.product_name}, ${flightDay(flight)}`,
    title: 'No seats came free this time',
    intro:
      `We waited with you for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}. ` +
      'Sales for it have ended and nobody gave seats back. We are sorry.',
    action: otherDays(mail, brand),
    notes: ['This was our last mail about this departure.'],
  })
}

/** The departure does not leave at all. */
export function waitlistDepartureCancelledMail(mail: WaitlistMail, brand: MailBrand): ComposedMail {
  const { flight } = mail
  return waitlistMail(mail, brand, {
    subject: `The flight you wait for is called off: ${flight.product_name}, ${flightDay(flight)}`,
    title: 'This flight is called off',
    intro:
      `You wait for ${partyOf(mail)} on ${flight.product_name}, ${whenOf(flight)}. We had to ` +
      'call this flight off, so there is nothing to wait for any more. We are sorry.',
    action: otherDays(mail, brand),
    notes: ['You have not been charged anything. This was our last mail about this departure.'],
  })
}
