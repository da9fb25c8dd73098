import { eq } from 'drizzle-orm'
import { brands } from '../db/schema/brands.ts'
import { orderChanges } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import {
  describeBooking,
  describePrice,
  listBookingFacts,
  readMailedSubject,
} from '../staff-sales/payment-link-mail.ts'
import { type PaymentSubject } from '../staff-sales/payment-subject.ts'
import { findReschedulePage, resendReschedulePaymentLink } from './reschedule-payment-link.ts'

interface RescheduleToPay {
  link: string
  subject: PaymentSubject
  until: Date
  timezone: string
}

/** A link to pay for a reschedule, guests or upgrades that was agreed on the phone or at the counter. */
export const reschedulePaymentMail = declareMail({
  kind: 'move_link',
  about: orderChanges,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'order', send: resendReschedulePaymentLink },
  signedForAddress: true,
  load: async (deps, mail): Promise<RescheduleToPay | undefined> => {
    const page = await findOpenPage(deps, mail)
    if (!page) return undefined
    const subject = await readMailedSubject(deps, mail, subjectIdOf(mail))
    return { link: openMailSecret(deps, mail), subject, ...page }
  },
  compose: writeMail,
})

/**
 * Until when the page behind a mailed link is open, in the brand's time zone; undefined when
 * nothing is left to pay.
 * @throws while the provider has not opened it yet, so that the sender tries again
 */
async function findOpenPage(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  mail: MailRow,
): Promise<{ until: Date; timezone: string } | undefined> {
  const page = await findReschedulePage(db, subjectIdOf(mail))
  if (page.state === 'written')
    throw new Error(`The page that mail ${String(mail.id)} leads to is not open yet`)
  if (page.state !== 'begun' || page.until <= clock.now()) return undefined
  const [found] = await db
    .select({ timezone: brands.timeZone })
    .from(brands)
    .where(eq(brands.id, mail.brandId))
  return found && { until: page.until, timezone: found.timezone }
}

function writeMail({ link, subject, until, timezone }: RescheduleToPay, brand: MailBrand): ComposedMail {
  const { order_number: number } = subject
  if (subject.adds_upgrades) return writeUpgradeMail({ link, subject, until, timezone }, brand)
  if (subject.adds_guests) return writeGuestMail({ link, subject, until, timezone }, brand)
  return linkMail(link, brand, {
    subject: `Pay to move your flight: ${describeBooking(subject)} (${number})`,
    title: 'Your new time is waiting',
    intro:
      `We keep the new seats you agreed with us for order ${number}. Pay here, and your flight ` +
      'is moved.',
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      `We keep them until ${terminalTime({ timezone }, until.toISOString())}, two hours at ` +
        'most. Until it is paid, and if it is not, you keep the flight you have.',
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

function writeGuestMail({ link, subject, until, timezone }: RescheduleToPay, brand: MailBrand): ComposedMail {
  const { order_number: number, quantity } = subject
  const isOne = quantity === 1
  return linkMail(link, brand, {
    subject: `Pay for your ${isOne ? 'guest' : 'guests'}: ${describeBooking(subject)} (${number})`,
    title: isOne ? 'A seat is waiting for your guest' : 'Seats are waiting for your guests',
    intro: `Somebody joins order ${number}, as you agreed with us. Pay here, and they fly with you.`,
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      `We keep ${isOne ? 'the seat' : 'the seats'} until ` +
        `${terminalTime({ timezone }, until.toISOString())}, two hours at most. ` +
        'Your own booking stays as it is, whether this is paid or not.',
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

function writeUpgradeMail(
  { link, subject, until, timezone }: RescheduleToPay,
  brand: MailBrand,
): ComposedMail {
  const { order_number: number } = subject
  return linkMail(link, brand, {
    subject: `Pay for your extras: ${describeBooking(subject)} (${number})`,
    title: 'Your extras',
    intro: `This is what we add to order ${number}, as you agreed with us. Pay here, and it is yours.`,
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      `The page to pay is open until ${terminalTime({ timezone }, until.toISOString())}. ` +
        'Your own booking stays as it is, whether this is paid or not.',
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}
