import { inPersonMeans, type InPersonMethod, inPersonMethods } from '#contract/means-of-payment.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** What staff sell: seats, a whole aircraft, or gift cards for a fare. */
export const SALE_KINDS = ['seat', 'flight', 'gift_card'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

export const SALE_WORDS: Readonly<Record<SaleKind, string>> = {
  seat: 'Seats',
  flight: 'Whole aircraft',
  gift_card: 'Gift card',
}

/**
 * How a sale is paid: by a link that is mailed or texted, in person at once, or in person from the
 * order's page.
 */
export type PayWay = 'link' | 'text' | InPersonMethod | 'later'
export const PAY_WAYS: readonly PayWay[] = ['link', 'text', ...inPersonMethods, 'later']
export const isLink = (way: PayWay): way is 'link' | 'text' => way === 'link' || way === 'text'

type UpgradeField = `upgrade_${number}_${'quantity' | 'answer'}`
type PassengerField = `${'name' | 'weight' | 'type'}_${number}`
type SaleField =
  | 'departure'
  | 'fare'
  | 'quantity'
  | 'upgrade'
  | 'codes'
  | 'staff_price'
  | 'staff_price_reason'
  | 'full_name'
  | 'email'
  | 'phone'
  | 'text_consent'
  | 'pay'
  | 'part'
  | 'rest_due'
  | 'handed'
  | 'slip'

export type SellField = SaleField | UpgradeField | PassengerField

/** The field for the quantity of an upgrade, if it is sold by number. */
export const upgradeQuantity = (id: number): UpgradeField => `upgrade_${id}_quantity`
/** The field for the answer to an upgrade's question. */
export const upgradeAnswer = (id: number): UpgradeField => `upgrade_${id}_answer`
/** The fields of a passenger; the first one is 1. */
export const passengerName = (at: number): PassengerField => `name_${at}`
export const passengerWeight = (at: number): PassengerField => `weight_${at}`
export const passengerType = (at: number): PassengerField => `type_${at}`

/**
 * The form of a sale, in the order of the page.
 *
 * @param upgrades the ids of the upgrades on offer
 * @param people how many passengers have fields
 */
export function sellShape(kind: SaleKind, upgrades: readonly number[], people: number): FormShape<SellField> {
  const rows = kind === 'gift_card' ? [] : Array.from({ length: people }, (_, at) => at + 1)
  return {
    id: 'sell',
    labels: {
      full_name: 'Customer’s name',
      email: 'Customer’s e-mail',
      phone: 'Customer’s phone',
      text_consent: null,
      departure: null,
      fare: null,
      quantity: kind === 'gift_card' ? 'How many' : null,
      ...Object.fromEntries(
        rows.flatMap((at) => [
          [passengerName(at), `Passenger ${String(at)}, full name`],
          [passengerWeight(at), `Passenger ${String(at)}, weight in pounds`],
          [passengerType(at), `Passenger ${String(at)}, adult or not`],
        ]),
      ),
      upgrade: 'Extras',
      ...Object.fromEntries(
        upgrades.flatMap((id) => [
          [upgradeQuantity(id), null],
          [upgradeAnswer(id), null],
        ]),
      ),
      codes: 'Code, gift or voucher',
      staff_price: `Price for each ${kind === 'flight' ? 'aircraft' : 'seat'}, in dollars`,
      staff_price_reason: 'Reason for this price',
      pay: 'How they pay',
      part: 'Take now, in dollars',
      rest_due: kind === 'gift_card' ? null : 'Rest due by, at the terminal',
      handed: 'Cash handed over, in dollars',
      slip: inPersonMeans('reader').reference?.label ?? null,
    },
  }
}
