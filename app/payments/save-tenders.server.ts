import { z } from 'zod'
import { type Code, CodeReply, type GiftCard } from '#contract/tenders.ts'
import { readForm, SentId, SentIds, SentText, SentTexts, SentTick } from '../ui/form/sent-values.server.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { NO_CHOICE } from './payer-tenders.server.ts'
import { type SessionTenders } from '../visit/session.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const MOST = 60
const TenderForm = z.object({
  intent: SentText,
  /** The panel is on the page. */
  tenders: SentText,
  gift_cards: SentIds,
  vouchers: SentIds,
  /** The ends of codes that were typed. */
  typed_codes: SentTexts,
  apply_user_credit: SentTick,
  saved_card: SentId,
})

/**
 * Saves the selected tenders and the selected saved card for this purchase. A form without the
 * panel, as visitors see it, changes nothing.
 */
export function saveTenderChoice({ session, user }: Pick<Visit, 'session' | 'user'>, form: FormData): void {
  if (!user) return
  const before = session.get('tenders') ?? NO_CHOICE
  const sent = readForm(form, TenderForm)
  const ticked =
    sent.tenders === undefined
      ? before
      : {
          giftCards: sent.gift_cards,
          vouchers: sent.vouchers,
          typed: before.typed.filter(({ code }) => sent.typed_codes.includes(code.slice(-4))),
          credit: sent.apply_user_credit,
        }
  const { giftCards, vouchers, typed, credit } = ticked
  const card = pickedCard(sent, before.card)
  session.set('tenders', { giftCards, vouchers, typed, credit, ...(card === undefined ? {} : { card }) })
}

function pickedCard(
  { intent, saved_card: picked }: z.output<typeof TenderForm>,
  before: SessionTenders['card'],
): SessionTenders['card'] {
  if (intent === 'add_card') return 'new'
  if (intent === 'cancel_card') return undefined
  return picked ?? before
}

/**
 * Whether the text has the format of a gift card's or voucher's code, which must not appear in an
 * address.
 */
export const isTenderCode = (typed: string): boolean => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length === 16

export type AddedCode =
  | { ok: true; kind: 'gift_card' | 'voucher'; productId: number | null; unit: GiftCard['unit'] | undefined }
  | { ok: false; kind: 'gift_card' | 'voucher' | undefined; text: string }

/** The kind of a typed code. Guesses are limited per session, if there is one. */
export const lookUpCode = (
  { userApi, api, brand }: Pick<Visit, 'userApi' | 'api' | 'brand'>,
  typed: string,
) => (userApi ?? api).post('/v1/codes', CodeReply, { body: { code: typed, brand_id: brand.id } })

/**
 * Looks up a typed code, and saves the code of a gift card or voucher for this purchase, because it
 * must not appear in an address. Undefined for a discount code or an unknown one.
 */
export async function addTenderCode(visit: Visit, typed: string): Promise<AddedCode | undefined> {
  const result = await lookUpCode(visit, typed)
  if (result.ok) return saveTenderCode(visit, result.data.code)
  return result.status === 429 ? { ok: false, kind: undefined, text: checkoutMessage(result) } : undefined
}

/**
 * Saves a recognised code for this purchase; undefined for a discount code, which belongs into
 * addresses.
 */
export function saveTenderCode(
  visit: Pick<Visit, 'session' | 'user'>,
  { kind, usable, message, gift_card: gift, voucher }: Code,
): AddedCode | undefined {
  if (kind === 'discount') return undefined
  const code = (gift ?? voucher)?.code
  if (!usable || !code) {
    return { ok: false, kind, text: message ?? checkoutMessage({ code: 'invalid', message: '', errors: {} }) }
  }
  const productId = (gift ?? voucher)?.product_id ?? null
  const saved = { ok: true, kind, productId, unit: gift?.unit } as const
  const before = visit.session.get('tenders') ?? NO_CHOICE
  // A gift card or voucher of the account is selected in its list.
  if (gift && isOwn(visit, gift.purchaser_id, gift.last_emailed_to)) {
    visit.session.set('tenders', { ...before, giftCards: [...new Set([...before.giftCards, gift.id])] })
    return saved
  }
  if (voucher && isOwn(visit, voucher.user_id, voucher.last_emailed_to)) {
    visit.session.set('tenders', { ...before, vouchers: [...new Set([...before.vouchers, voucher.id])] })
    return saved
  }
  const others = before.typed.filter((one) => one.code !== code).slice(0, MOST)
  visit.session.set('tenders', { ...before, typed: [...others, { kind, code }] })
  return saved
}

/**
 * Removes a gift card's or voucher's code from an address, where the code field of a GET form put
 * it. The code is saved for this purchase; if it cannot pay, the reason is saved for the next page.
 *
 * @returns whether it was such a code: then the page must redirect to its address without it
 */
export async function removeTenderCodeFromUrl(visit: Visit, code: string | undefined): Promise<boolean> {
  if (visit.specOnly || !code || !isTenderCode(code)) return false
  const added = await addTenderCode(visit, code)
  if (added?.ok === false) visit.session.flash('codeRefusal', added.text)
  return added !== undefined
}

const isOwn = ({ user }: Pick<Visit, 'user'>, owner: number | null, mailedTo: string | null) =>
  user !== undefined && owner === user.id && mailedTo === null
