import { type GiftQuote } from '#contract/quote.ts'
import {
  keepAvailableTenders,
  isChosen,
  loadOfferedTenders,
  NO_CHOICE,
  type OfferedTenders,
  filterShownVouchers,
  type TenderBody,
  tenderBody,
} from '../payments/payer-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** What whoever is logged in can pay gift cards with: anything but gift cards. */
export interface GiftPayer extends OfferedTenders {
  /** The price with what was chosen, by the service. */
  quote: GiftQuote
}

/**
 * Nothing for visitors and guests.
 *
 * @param requote prices the same gift cards with what was chosen
 */
export async function loadGiftPayer(
  { userApi, user, brand, session }: Visit,
  quote: GiftQuote | undefined,
  requote: (body: TenderBody) => Promise<GiftQuote | undefined>,
): Promise<GiftPayer | undefined> {
  if (!userApi || !user || !quote) return undefined
  const offered = await loadOfferedTenders({ own: userApi, user, brand })
  const kept = keepAvailableTenders({ ...offered, giftCards: [] }, session.get('tenders') ?? NO_CHOICE)
  const chosen = { ...kept, typed: kept.typed.filter(({ kind }) => kind === 'voucher') }
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
