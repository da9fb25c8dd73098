import { eq } from 'drizzle-orm'
import { waitlistEntries, waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import { readOfferPounds } from './read-offer-pounds.ts'
import {
  describeEntry,
  otherDays,
  partyOf,
  type WaitlistMail,
  waitlistMail,
  whenOf,
} from './waitlist-mail.ts'

interface WaitlistOfferMail extends WaitlistMail {
  /** The token of the link to the offer. */
  token: string
  expiresAt: Date
  over: boolean
  /** What the people on the seats may weigh together; null for whole aircraft. */
  pounds: number | null
}

/**
 * Offers the seats that are held for the party, or says that the offer ended before the mail left.
 */
export const waitlistOfferMail = declareMail({
  kind: 'waitlist_offer',
  about: waitlistOffers,
  recipient: 'person on the waitlist',
  delivery: 'usual',
  repeatable: false,
  correcting: null,
  load: readOffer,
  compose: writeMail,
})

/** @throws if the offer does not exist any more */
async function readOffer(deps: ApiDeps, mail: MailRow): Promise<WaitlistOfferMail> {
  const [found] = await deps.database.db
    .select({ entry: waitlistEntries, offer: waitlistOffers })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .where(eq(waitlistOffers.id, subjectIdOf(mail)))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no offer`)
  const { offer, entry } = found
  const { quantityType, quantity, expiresAt } = offer
  return {
    ...(await describeEntry(deps, mail, entry)),
    quantityType,
    quantity,
    expiresAt,
    pounds: await readOfferPounds(deps.database.db, offer.id),
    over: offer.state !== 'open' || expiresAt <= deps.clock.now(),
    token: openMailSecret(deps, mail),
  }
}

function writeMail(mail: WaitlistOfferMail, brand: MailBrand): ComposedMail {
  const { flight, expiresAt, over, pounds } = mail
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
      ...(pounds === null ? [] : [sayPounds(mail, pounds)]),
      'Take them there, or pass them on with one tap. If you do neither, they go to the next ' +
        'in line at that time.',
    ],
  })
}

/** `One seat, up to 250 lb.` */
const sayPounds = ({ quantity }: WaitlistOfferMail, pounds: number): string =>
  quantity === 1
    ? `One seat, up to ${String(pounds)} lb.`
    : `${String(quantity)} seats, up to ${pounds.toLocaleString('en-US')} lb together.`
