import { describeRedemptionFees } from '#contract/gift-words.ts'
import { type GiftCard } from '#contract/tenders.ts'
import { accountHref } from '../account/account-tabs.ts'
import { checkoutSearch } from '../visit/checkout-query.ts'
import { NO_CHOICE } from '../payments/payer-tenders.server.ts'
import { type CardsToRedeem } from './load-redeemed-cards.server.ts'
import { type RedeemNoteProps } from './redeem-note.tsx'
import { type Visit } from '../visit/load-visit.server.ts'

interface Redemption extends Pick<RedeemNoteProps, 'error' | 'settled'> {
  redeemed: CardsToRedeem | undefined
  path: string
}

/** What a checkout redeems; undefined on other checkouts. */
export function loadRedeemNote(
  visit: Visit,
  { redeemed, settled, error, path }: Redemption,
): RedeemNoteProps | undefined {
  const { brand, query, specOnly, user, session } = visit
  if (!query.redeem || specOnly) return undefined
  const here = `${path}${checkoutSearch(query)}`
  const vouchers = (session.get('tenders') ?? NO_CHOICE).vouchers
  return {
    error,
    entry: user
      ? undefined
      : { loginHref: accountHref('login', here), registerHref: accountHref('register', here) },
    redeemed: redeemed && { ...redeemed, cards: redeemed.cards.map(describe) },
    voucher: user !== undefined && vouchers.length > 0,
    settled,
    email: brand.email,
  }
}

const describe = ({ id, code_tail: tail, good_for_label: label, waiting_fees: fees }: GiftCard) => ({
  id,
  tail,
  about: `${label ? `${label}. ` : ''}${fees ? describeRedemptionFees(fees) : ''}`,
})
