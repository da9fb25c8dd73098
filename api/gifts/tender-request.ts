import { type PaidDeparture } from '../rules/gifts/gift-scope.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type OrderRow } from '../store/orders/order.ts'

/** What the tenders are to pay. */
export interface TenderedOrder extends Pick<OrderRow, 'id' | 'quantityType'> {
  /** What is to be flown; null where no departure is. It is looked up where it is not given. */
  departure?: PaidDeparture | null | undefined
}

export interface LoadTendersInput {
  order: TenderedOrder
  input: TenderInput
  payer: SignedInCaller
  now: Date
}

export type GiftField = 'gift_card_codes' | 'gift_cards'

/** What is to pay beside a card, as the payer named it; whether it can is another question. */
export interface TenderInput {
  giftCards: { id: number; field: GiftField }[]
  voucherIds: number[]
  useCredit: boolean
}
