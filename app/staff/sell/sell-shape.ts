import { type FormShape } from '../../ui/form/form-shape.ts'

/** What staff sell: seats, a whole aircraft, or gift cards for a fare. */
export const SALE_KINDS = ['seat', 'flight', 'gift_card'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

export const SALE_WORDS: Readonly<Record<SaleKind, string>> = {
  seat: 'Seats',
  flight: 'A whole aircraft',
  gift_card: 'Gift cards',
}

type UpgradeField = `upgrade_${number}_${'quantity' | 'answer'}`
type SaleField =
  | 'departure'
  | 'fare'
  | 'quantity'
  | 'names'
  | 'upgrade'
  | 'codes'
  | 'full_name'
  | 'email'
  | 'phone'
  | 'channel'

export type SellField = SaleField | UpgradeField

/** The field for the quantity of an upgrade, if it is sold by number. */
export const upgradeQuantity = (id: number): UpgradeField => `upgrade_${id}_quantity`
/** The field for the answer to an upgrade's question. */
export const upgradeAnswer = (id: number): UpgradeField => `upgrade_${id}_answer`

/** @param upgrades the ids of the upgrades on offer */
export const sellShape = (kind: SaleKind, upgrades: readonly number[]): FormShape<SellField> => ({
  id: 'sell',
  labels: {
    departure: null,
    fare: null,
    quantity: kind === 'flight' ? 'People' : 'Quantity',
    names: 'Passengers',
    upgrade: 'Upgrades',
    ...Object.fromEntries(
      upgrades.flatMap((id) => [
        [upgradeQuantity(id), null],
        [upgradeAnswer(id), null],
      ]),
    ),
    codes: 'Codes',
    full_name: 'Customer’s name',
    email: 'Customer’s e-mail',
    phone: 'Customer’s phone',
    channel: 'Where',
  },
})
