import { type Code, CodeReply, type GiftCard } from '#contract/tenders.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { NO_CHOICE } from './payer-tenders.server.ts'
import { type SessionTenders } from '../visit/session.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

const MOST = 60
const idsIn = (form: FormData, name: string) =>
  form
    .getAll(name)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, MOST)

/**
 * Keeps what is ticked in the panel, and the saved card that is picked, for this purchase. A form
 * without the panel, as visitors have it, changes nothing.
 */
export function saveTenderChoice({ session, user }: Pick<Visit, 'session' | 'user'>, form: FormData): void {
  if (!user) return
  const before = session.get('tenders') ?? NO_CHOICE
  const ticked = form.has('tenders')
    ? {
        giftCards: idsIn(form, 'gift_cards'),
        vouchers: idsIn(form, 'vouchers'),
        typed: before.typed.filter(({ code }) => form.getAll('typed_codes').includes(code.slice(-4))),
        credit: form.has('apply_user_credit'),
      }
    : before
  const { giftCards, vouchers, typed, credit } = ticked
  const card = pickedCard(form, before.card)
  session.set('tenders', { giftCards, vouchers, typed, credit, ...(card === undefined ? {} : { card }) })
}

function pickedCard(form: FormData, before: SessionTenders['card']): SessionTenders['card'] {
  const intent = form.get('intent')
  if (intent === 'add_card') return 'new'
  if (intent === 'cancel_card') return undefined
  const [picked] = idsIn(form, 'saved_card')
  return picked ?? before
}

/**
 * Whether it is written like the code of a gift card or voucher: such a one is put into no address.
 */
export const isTenderCode = (typed: string): boolean => typed.replaceAll(/[^\p{L}\p{N}]/gu, '').length === 16

export type AddedCode =
  | { ok: true; kind: 'gift_card' | 'voucher'; productId: number | null; unit: GiftCard['unit'] | undefined }
  | { ok: false; kind: 'gift_card' | 'voucher' | undefined; text: string }

/** What a typed code is. Guesses are counted by session where there is one. */
export const lookUpCode = (
  { userApi, api, brand }: Pick<Visit, 'userApi' | 'api' | 'brand'>,
  typed: string,
) => (userApi ?? api).post('/v1/codes', CodeReply, { body: { code: typed, brand_id: brand.id } })

/**
 * Asks what a typed code is, and keeps the code of a gift card or voucher for this purchase: it is
 * in no address. Undefined for what is none of them: a discount code, or nothing that is known.
 */
export async function addTenderCode(visit: Visit, typed: string): Promise<AddedCode | undefined> {
  const result = await lookUpCode(visit, typed)
  if (result.ok) return saveTenderCode(visit, result.data.code)
  return result.status === 429 ? { ok: false, kind: undefined, text: checkoutMessage(result) } : undefined
}

/**
 * Keeps a recognised code for this purchase; undefined for a discount code, which addresses carry.
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
  const taken = { ok: true, kind, productId, unit: gift?.unit } as const
  const before = visit.session.get('tenders') ?? NO_CHOICE
  // Their own is ticked where it stands.
  if (gift && isOwn(visit, gift.purchaser_id, gift.last_emailed_to)) {
    visit.session.set('tenders', { ...before, giftCards: [...new Set([...before.giftCards, gift.id])] })
    return taken
  }
  if (voucher && isOwn(visit, voucher.user_id, voucher.last_emailed_to)) {
    visit.session.set('tenders', { ...before, vouchers: [...new Set([...before.vouchers, voucher.id])] })
    return taken
  }
  const others = before.typed.filter((one) => one.code !== code).slice(0, MOST)
  visit.session.set('tenders', { ...before, typed: [...others, { kind, code }] })
  return taken
}

/**
 * Takes a gift card's or voucher's code out of an address, where the field for codes of a GET form
 * put it: it is kept for this purchase, or why it cannot pay is, to be said on the next page.
 *
 * @returns whether it was one: then the address is to be left for the same without it
 */
export async function removeTenderCodeFromUrl(visit: Visit, code: string | undefined): Promise<boolean> {
  if (visit.specOnly || !code || !isTenderCode(code)) return false
  const taken = await addTenderCode(visit, code)
  if (taken?.ok === false) visit.session.flash('codeRefusal', taken.text)
  return taken !== undefined
}

const isOwn = ({ user }: Pick<Visit, 'user'>, owner: number | null, mailedTo: string | null) =>
  user !== undefined && owner === user.id && mailedTo === null
