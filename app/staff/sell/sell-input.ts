/** The kinds of sale: seats, a whole aircraft, or gift cards for a fare. */
export const SALE_KINDS = ['seat', 'flight', 'gift_card'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

export const SALE_WORDS: Readonly<Record<SaleKind, string>> = {
  seat: 'Seats',
  flight: 'A whole aircraft',
  gift_card: 'Gift cards',
}

/** A selected upgrade; `quantity` counts only for those that are sold by number. */
export interface UpgradeFormValues {
  id: number
  quantity: string
  answer: string
}

/** The typed values of a sale, as the form shows them again. */
export interface SaleFormValues {
  departure: string
  fare: string
  quantity: string
  names: string
  upgrades: UpgradeFormValues[]
  codes: string
  email: string
  full_name: string
  phone: string
  channel: string
}
