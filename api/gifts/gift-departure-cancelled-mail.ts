import { eq } from 'drizzle-orm'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { button, heading, html, mailFrame, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'

interface CancelledProposal {
  flight: WaitlistFlight
  /** True for the giver, false for the recipient. */
  isForGiver: boolean
}

/** Tells that the proposed departure of a gift was cancelled and the gift stays valid. */
export const giftDepartureCancelledMail = declareMail({
  kind: 'gift_called_off',
  about: waitlistOffers,
  recipient: 'giver or recipient of a gift',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readCancelledProposal,
  compose: writeMail,
})

async function readCancelledProposal(
  { database: { db } }: ApiDeps,
  mail: MailRow,
): Promise<CancelledProposal> {
  const [offer] = await db
    .select()
    .from(waitlistOffers)
    .where(eq(waitlistOffers.id, subjectIdOf(mail)))
  const slotId = offer?.slotId ?? 0
  const flight = (await findWaitlistFlights(db, [slotId])).get(slotId)
  if (!flight) throw new Error('The day that was proposed is gone')
  return { flight, isForGiver: mail.audience === 'giver' }
}

function writeMail({ flight, isForGiver }: CancelledProposal, brand: MailBrand): ComposedMail {
  const title = 'The day of your gift is called off'
  const subject = `${title}: ${flight.product_name}, ${flightDay(flight)}`
  const when = `${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`
  const why =
    `We had to call off ${flight.product_name}, ${when}, the day that was proposed with ` +
    `${isForGiver ? 'the gift you gave' : 'your gift'}. We are sorry.`
  const stays = isForGiver
    ? 'The gift is as good as before: it can be used for any other day.'
    : 'Your gift is as good as before: choose any other day, and pay with it as the mail that ' +
      'brought it says.'
  const link = `${brand.origin}/checkout`
  const action = 'See other days'
  const content = html`${heading(brand, title)} ${paragraph(why)} ${paragraph(stays)}
  ${button(brand, action, link)}`
  return {
    subject,
    text: [title, why, stays, `${action}: ${link}`, `${brand.name}\n${brand.phone} · ${brand.email}`].join(
      '\n\n',
    ),
    html: mailFrame(brand, subject, why, content),
    attachments: [],
  }
}
