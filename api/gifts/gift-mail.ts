import { eq } from 'drizzle-orm'
import { type Gift, type GiftPart } from '#contract/gift-share.ts'
import { leftToPay } from '#contract/gift-words.ts'
import { type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { type BouncedFor, declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { expiryDay, REDEEM_STEPS, stepList } from './gift-mail-codes.ts'
import { button, heading, html, mailFrame, paragraph, subheading } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import { mailShareAgain } from './change-gift-share.ts'
import { readGift } from './read-gift.ts'

interface MailedGift {
  gift: Gift
  /** Of its link. */
  token: string
}

const TITLE = 'You have been given a flight'

/**
 * The mail to the recipient of a gift. It contains the link and no code, so that the gift can be
 * taken back until it is opened. It names the giver, so that nobody takes it for a fraud, but
 * neither the giver's address nor the price.
 */
export const giftMail = declareMail({
  kind: 'gift',
  about: giftShares,
  recipient: 'recipient of a gift',
  delivery: 'required',
  repeatable: false,
  correcting: {
    way: 'subject',
    send: (tx, deps, { mail, email, by }) =>
      mailShareAgain(tx, deps, { shareId: subjectIdOf(mail), from: mail.to, email }, by.at),
  },
  findBouncedFor: findGiver,
  load: readMailedGift,
  compose: writeMail,
})

/** @throws when the gift was taken back or goes to another address */
async function readMailedGift(deps: ApiDeps, mail: MailRow): Promise<MailedGift> {
  const token = openMailSecret(deps, mail)
  const found = await readGift(deps, token)
  if (!found.ok || found.gift.taken_back) throw new Error('This gift is not given any more')
  return { gift: found.gift, token }
}

/** Undefined when the gift was opened, taken back or sent to another address. */
async function findGiver(tx: Tx, mail: MailRow): Promise<BouncedFor | undefined> {
  const [share] = await tx
    .select()
    .from(giftShares)
    .where(eq(giftShares.id, subjectIdOf(mail)))
  if (share?.recipientEmail?.toLowerCase() !== mail.to.toLowerCase()) return undefined
  if (share.takenBackAt || share.openedAt) return undefined
  return {
    ...(share.orderId === null ? {} : { orderId: share.orderId }),
    ...(share.giverId === null ? {} : { userId: share.giverId }),
  }
}

function writeMail({ gift, token }: MailedGift, brand: MailBrand): ComposedMail {
  const { from, message, parts } = gift
  const what = `${from ?? 'Somebody'} has a gift for you: ${listOf(parts)}. You choose the day.`
  const until = untilText(parts, brand)
  const cards = parts.filter(({ kind }) => kind === 'gift_card')
  // All departures first: fees that are the same with every card must not read as one card's alone.
  const scopes = new Set(cards.flatMap(({ good_for_label: label }) => (label ? [`${label}.`] : [])))
  const terms = [...scopes, ...leftToPay(cards)]
  const link = `${brand.origin}/gifts/${token}`
  const flights = namesOf(parts).join(' and ')
  const subject = flights ? `A gift for you: ${flights}` : 'A gift for you'
  const date =
    gift.offer?.state === 'open'
      ? 'A day is proposed, and its seats are kept for you for a while: see inside.'
      : null
  const lines = message === null ? [] : message.split(/\r?\n/)
  const content = html`${heading(brand, TITLE)} ${paragraph(what)}
  ${
    message === null
      ? ''
      : html`<blockquote style="margin:16px 0;padding-left:14px;border-left:3px solid">
          ${lines.map((line) => html`${line}<br />`)}
        </blockquote>`
  }
  ${date === null ? '' : paragraph(date)} ${terms.map((line) => paragraph(line))} ${paragraph(until)}
  ${button(brand, 'See your gift', link)} ${subheading(brand, 'How to use it')} ${stepList(REDEEM_STEPS)}`
  const text = [
    TITLE,
    what,
    ...(message === null ? [] : [message]),
    ...(date === null ? [] : [date]),
    ...terms,
    until,
    `See your gift: ${link}`,
    `How to use it\n${REDEEM_STEPS.map((step, at) => `${String(at + 1)}. ${step}`).join('\n')}`,
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ]
  return { subject, text: text.join('\n\n'), html: mailFrame(brand, subject, what, content), attachments: [] }
}

/** The flights in it, each once. */
const namesOf = (parts: readonly GiftPart[]) => [
  ...new Set(parts.flatMap(({ product }) => product?.name ?? [])),
]

/** One common expiry date, or the date of each flight. */
function untilText(parts: readonly GiftPart[], brand: MailBrand): string {
  const dayOf = ({ expires_at: at }: GiftPart) => expiryDay(at, brand)
  const days = [...new Set(parts.map(dayOf))]
  if (days.length === 1) return `Good until ${days.join()}.`
  const each = parts.map((part) => `${part.product?.name ?? 'the voucher'} until ${dayOf(part)}`)
  return `Good for ${[...new Set(each)].join(', ')}.`
}

/** `2 seats on The New Yorker and a voucher of $40.00` */
function listOf(parts: readonly GiftPart[]): string {
  const named = parts.map(({ kind, unit, product, balance }) => ({
    one:
      kind === 'voucher'
        ? `a voucher of ${formatDollars(toCents(balance ?? 0))}`
        : unit === 'flight'
          ? 'one whole aircraft'
          : 'one seat',
    more: unit === 'flight' ? 'whole aircraft' : 'seats',
    on: kind === 'voucher' || !product ? '' : ` on ${product.name}`,
    card: kind === 'gift_card',
  }))
  const kinds = [...new Set(named.map(({ one, on }) => `${one}${on}`))]
  return kinds
    .map((kind) => {
      const its = named.filter(({ one, on }) => `${one}${on}` === kind)
      const [first] = its
      return first?.card && its.length > 1 ? `${String(its.length)} ${first.more}${first.on}` : kind
    })
    .join(' and ')
}
