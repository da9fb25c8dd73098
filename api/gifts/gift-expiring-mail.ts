import { inArray, sql } from 'drizzle-orm'
import { careMessages } from '../db/schema/care.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { describeGift } from './describe-gift.ts'
import { expiryDay, redeemLink } from './gift-mail-codes.ts'
import { formatDollars } from '../rules/money/money.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow } from '../store/mails/queue-mail.ts'
import { composeCareMail, loadCare, type WantedCare } from '../store/care/compose-care-mail.ts'
import { findHeldGifts } from './find-expiring-gifts.ts'

/**
 * Before gift cards and vouchers expire, tells their holder what is left on them and which departures
 * they pay. It has no code: only the mail that brought it and the account do.
 */
export const giftExpiringMail = declareMail({
  kind: 'gift_expiring',
  about: careMessages,
  recipient: 'account holder',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  load: loadExpiring,
  compose: writeMail,
})

interface ExpiringGifts {
  care: WantedCare
  /** What each gift card pays, with the last letters of its code. */
  cards: { tail: string; label: string }[]
  vouchers: { tail: string; balanceCents: number }[]
  /** The product on which the first card is used; undefined without a card. */
  product: string | undefined
}

/** More than anybody holds that ends in one moment. */
const MOST = 100

async function loadExpiring(deps: ApiDeps, mail: MailRow): Promise<ExpiringGifts | undefined> {
  const care = await loadCare(deps, mail)
  if (!care) return undefined
  const { db } = deps.database
  const { brandId, dueFor } = care.message
  const now = deps.clock.now()
  const held = await findHeldGifts(
    db,
    sql`holder = ${mail.to.toLowerCase()} and brand_id = ${brandId}
      and expires_at = ${dueFor.toISOString()}::timestamptz
      and expires_at > ${now.toISOString()}::timestamptz`,
    MOST,
  )
  const idsOf = (wanted: string) => held.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const [cardIds, voucherIds] = [idsOf('gift_card'), idsOf('voucher')]
  if (held.length === 0) return undefined
  const catalogue = await readCatalogue(db)
  const cards = await db.select().from(giftCards).where(inArray(giftCards.id, cardIds)).orderBy(giftCards.id)
  const papers = await db
    .select({ tail: vouchers.codeTail, balanceCents: vouchers.balanceCents })
    .from(vouchers)
    .where(inArray(vouchers.id, voucherIds))
    .orderBy(vouchers.id)
  const [first] = cards
  const entry = catalogue.entries.find(({ product }) => product.id === first?.productId)
  return {
    care,
    cards: cards.map((card) => ({ tail: card.codeTail, label: describeGift(card, catalogue, now).label })),
    vouchers: papers,
    product: entry?.product.slug,
  }
}

function writeMail(
  { care, cards, vouchers: papers, product }: ExpiringGifts,
  brand: MailBrand,
): ComposedMail {
  const day = expiryDay(care.message.dueFor.toISOString(), brand)
  const many = cards.length + papers.length > 1
  const what = many
    ? `${String(cards.length + papers.length)} gifts`
    : cards.length === 1
      ? 'gift card'
      : 'voucher'
  const href = product === undefined ? `${brand.origin}/account/gift-cards` : redeemLink(brand, product)
  return composeCareMail(brand, care, {
    subject: `Your ${what} ${many ? 'expire' : 'expires'} on ${day}`,
    title: 'Still time to fly',
    intro: `Your ${what} can be used until the end of ${day}. What is left on ${many ? 'them' : 'it'}:`,
    lists: [
      ...(cards.length > 0
        ? [
            {
              title: cards.length === 1 ? 'Your gift card' : 'Your gift cards',
              lines: cards.map(({ tail, label }) => ({ text: `…${tail}: ${label}` })),
            },
          ]
        : []),
      ...(papers.length > 0
        ? [
            {
              title: papers.length === 1 ? 'Your voucher' : 'Your vouchers',
              lines: papers.map(({ tail, balanceCents }) => ({
                text: `…${tail}: ${formatDollars(balanceCents)} left, on every departure`,
              })),
            },
          ]
        : []),
    ],
    action: { label: 'Choose a departure', href },
    notes: [
      'The flight only has to be booked by that day; it may leave later.',
      'The whole code is in the mail that brought it, and in your account.',
    ],
  })
}
