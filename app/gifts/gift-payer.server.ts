import { type GiftQuote } from '#contract/quote.ts'
import {
  keepAvailableTenders,
  isChosen,
  loadOfferedTenders,
  NO_CHOICE,
  filterShownVouchers,
  type TenderBody,
  tenderBody,
  type StoredValueTenders,
} from '../payments/payer-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/**
 * Returns nothing for visitors and guests.
 *
 * @param requote prices the same gift cards with the chosen means of payment
 */
export async function loadGiftPayer(
  { userApi, user, brand, session }: Visit,
  quote: GiftQuote | undefined,
  requote: (body: TenderBody) => Promise<GiftQuote | undefined>,
): Promise<StoredValueTenders | undefined> {
  if (!userApi || !user || !quote) return undefined
  const offered = await loadOfferedTenders({ own: userApi, user, brand })
  const selected = keepAvailableTenders({ ...offered, giftCards: [] }, session.get('tenders') ?? NO_CHOICE)
  const chosen = { ...selected, typed: selected.typed.filter(({ kind }) => kind === 'voucher') }
  const body = tenderBody(offered.vouchers, chosen, quote)
  const priced = isChosen(body) ? await requote(body) : quote
  return {
    ...offered,
    vouchers: filterShownVouchers(offered.vouchers, chosen),
    chosen,
    body,
    quote: priced ?? quote,
  }
}
