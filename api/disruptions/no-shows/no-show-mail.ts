import { and, asc, eq, isNull } from 'drizzle-orm'
import { type OrderFlight } from '#contract/order.ts'
import { noShows } from '../../db/schema/no-shows.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { vouchers } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { createCodeVault } from '../../gateways/sealed-text.ts'
import { expiryDay } from '../../gifts/gift-mail-codes.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { flightDay, terminalTime } from '../../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { button, heading, html, mailFrame, paragraph, rows } from '../../store/mails/mail-frame.ts'
import { declareMail, type MailRow, orderNumberOf, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { readFlightsOfOrder } from '../../store/orders/read-order-flights.ts'

interface NoShowMail {
  orderNumber: string
  flight: OrderFlight
  rule: 'nothing' | 'move' | 'credit'
  guests: { name: string; voucher: { code: string; amountCents: number; expiresAt: string } | null }[]
}

/** Tells what the product's rule means for guests without whom the flight left, with their vouchers. */
export const noShowMail = declareMail({
  kind: 'no_show',
  about: noShows,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'copy' },
  load: readNoShows,
  compose: writeMail,
})

/** Those who were settled together; undefined when staff have undone all of it. */
async function readNoShows(deps: ApiDeps, mail: MailRow): Promise<NoShowMail | undefined> {
  const { db } = deps.database
  const [first] = await db
    .select()
    .from(noShows)
    .where(eq(noShows.id, subjectIdOf(mail)))
  if (!first) throw new Error(`Mail ${String(mail.id)} speaks of no no-show`)
  const { orderId, flightId, createdAt, rule } = first
  const settled = await db
    .select({ name: passengers.fullName, voucher: vouchers })
    .from(noShows)
    .innerJoin(passengers, eq(passengers.id, noShows.passengerId))
    .leftJoin(vouchers, eq(vouchers.id, noShows.voucherId))
    .where(
      and(
        eq(noShows.orderId, orderId),
        eq(noShows.flightId, flightId),
        eq(noShows.createdAt, createdAt),
        isNull(noShows.undoneAt),
      ),
    )
    .orderBy(asc(noShows.id))
  const flight = (await readFlightsOfOrder(db, orderId)).find(({ flight_id: id }) => id === flightId)
  if (settled.length === 0 || !flight) return undefined
  const vault = createCodeVault(deps.settings.secrets.code)
  const guests = settled.map(({ name, voucher }) => {
    if (!voucher) return { name, voucher: null }
    const code = vault.open(voucher)
    if (code === null) throw new Error(`The code of voucher ${String(voucher.id)} cannot be read`)
    const { valueCents: amountCents, expiresAt } = voucher
    return { name, voucher: { code, amountCents, expiresAt: expiresAt.toISOString() } }
  })
  return { orderNumber: orderNumberOf(mail), flight, rule, guests }
}

const HOW =
  'Type the code where you pay, or log in with this e-mail address: it is in your account. ' +
  'A dearer flight costs the difference; what one order leaves stays on the voucher.'
const WRONG = 'You were there? Please answer this mail or call us.'

function writeMail({ orderNumber, flight, rule, guests }: NoShowMail, brand: MailBrand): ComposedMail {
  const given = guests.flatMap(({ name, voucher }) => (voucher ? [{ name, ...voucher }] : []))
  const who =
    guests.length === 1 ? (guests[0]?.name ?? '') || 'one of you' : `${String(guests.length)} of you`
  const subject = `Your flight left without ${who} (${orderNumber})`
  const title = `Your flight left without ${who}`
  const when = `${flight.product_name}, ${flightDay(flight)}, ${terminalTime(flight, flight.depart_at)}`
  const means =
    given.length === 0
      ? 'Their seats were kept until the flight left, so nothing is given back for them.'
      : rule === 'move'
        ? 'They have one free move: this voucher pays another flight without a rescheduling fee.'
        : 'A part of what was paid for them is on a voucher for another flight.'
  const why = `We waited as long as we could. ${means}`
  const facts: [string, string][] = [
    ['Flight', when],
    ...given.flatMap(({ name, code, amountCents, expiresAt }): [string, string][] => [
      [name || 'Code', code],
      ['Worth', formatDollars(amountCents)],
      [rule === 'move' ? 'Book until' : 'Good until', expiryDay(expiresAt, brand)],
    ]),
  ]
  const link = `${brand.origin}/checkout`
  const isGiven = given.length > 0
  return {
    subject,
    text: [
      title,
      why,
      facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
      ...(isGiven ? [HOW, `Choose a flight: ${link}`] : []),
      WRONG,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(
      brand,
      subject,
      why,
      html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}
      ${isGiven ? [button(brand, 'Choose a flight', link), paragraph(HOW)] : []} ${paragraph(WRONG)}`,
    ),
    attachments: [],
  }
}
