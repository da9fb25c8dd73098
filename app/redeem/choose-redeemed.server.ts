import { GiftCardReply, VoucherReply } from '#contract/tenders.ts'
import { accountHref } from '../account/account-tabs.ts'
import { checkoutSearch } from '../visit/checkout-query.ts'
import { NO_CHOICE } from '../payments/payer-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * Selects for this purchase the gift card or voucher that an address of `redeemHref`
 * (gift-text.ts) names, so that the following pages find it selected. If it cannot be used, the
 * next page says why.
 *
 * @returns the address to continue at, without the number; undefined if the address names none
 */
export async function applyRedeemLink(visit: Visit, request: Request): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  const idOf = (name: string) => (/^[1-9]\d{0,8}$/.exec(searchParams.get(name) ?? '') ?? [])[0]
  const [card, voucher] = [idOf('gift_card_id'), idOf('voucher_id')]
  if (visit.specOnly || (card === undefined && voucher === undefined)) return undefined
  const { userApi, user, session, query } = visit
  if (!userApi || !user) return accountHref('login', `${pathname}?${searchParams.toString()}`)
  const before = session.get('tenders') ?? NO_CHOICE
  if (card !== undefined) {
    const read = await userApi.get(`/v1/gift_cards/${card}`, GiftCardReply)
    if (read.ok && isUsable(read.data.gift_card)) {
      const typed = before.typed.filter(({ kind }) => kind === 'voucher')
      session.set('tenders', { ...before, typed, giftCards: [Number(card)] })
    } else session.flash('codeRefusal', 'This gift card cannot be used just now.')
  } else {
    const read = await userApi.get(`/v1/vouchers/${String(voucher)}`, VoucherReply)
    if (read.ok && isUsable(read.data.voucher)) {
      session.set('tenders', { ...before, vouchers: [...new Set([...before.vouchers, Number(voucher)])] })
    } else session.flash('codeRefusal', 'This voucher cannot be used just now.')
  }
  return `${pathname}${checkoutSearch(query, { redeem: true })}#main`
}

/** The code is shown to its owner. */
const isUsable = ({ status, code }: { status: string; code: string | null }) =>
  status === 'available' && code !== null
