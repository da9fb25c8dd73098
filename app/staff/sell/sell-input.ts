/** What the desk sells: seats, an aircraft flown whole, or gift cards for a fare. */
export const SALE_KINDS = ['seat', 'flight', 'gift_card'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

export const SALE_WORDS: Readonly<Record<SaleKind, string>> = {
  seat: 'Seats',
  flight: 'A whole aircraft',
  gift_card: 'Gift cards',
}

/** An upgrade as it was ticked; `quantity` counts only for those that are sold by number. */
export interface UpgradeFormValues {
  id: number
  quantity: string
  answer: string
}

/** What was typed into the form of a sale, as it shows it again. */
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
