import { isEmailedAway } from '#contract/gift-selection.ts'
import { type giftCards, type vouchers } from '../db/schema/tenders.ts'
import { findGiftScope, type PaidDeparture, paysDeparture } from '../rules/gifts/gift-scope.ts'
import { type QuantityType } from '../rules/pricing/pricing-facts.ts'

/** The payer and their proven e-mail, if any. */
export interface Payer {
  provenEmail: string | null
}

/**
 * How the tender was named: by its code, which every holder may use, or by its id, which only its
 * owner may.
 */
type Named = 'by_code' | 'by_id'

type GiftRow = typeof giftCards.$inferSelect
type VoucherRow = typeof vouchers.$inferSelect

export type TenderProblem =
  | 'unknown'
  | 'emailed'
  | 'expired'
  | 'used'
  | 'reserved'
  | 'frozen'
  | 'void'
  | 'other_fare'
  | 'seat_only'
  | 'flight_only'

interface TenderUse {
  payer: Payer
  named: Named
  owned: boolean
  now: Date
}

/**
 * A mailed tender belongs only to its recipient with a confirmed mailbox (domain rule 10). A tender
 * of somebody else looks like an unknown one, except that the refusal of a known code says that it
 * was sent.
 */
function findOwnershipProblem(
  row: Pick<GiftRow, 'id' | 'lastEmailedTo'>,
  { payer, named, owned }: TenderUse,
): 'unknown' | 'emailed' | undefined {
  if (row.lastEmailedTo === null) return named === 'by_code' || owned ? undefined : 'unknown'
  if (!isEmailedAway({ id: row.id, last_emailed_to: row.lastEmailedTo }, payer.provenEmail)) return undefined
  return named === 'by_code' || owned ? 'emailed' : 'unknown'
}

/**
 * Why a gift card cannot pay a unit of this order; undefined when it can.
 * @param asked.departure the departure to pay; null where there is none, as for gift cards to buy
 */
export function findGiftProblem(
  row: GiftRow,
  asked: TenderUse & {
    departure: PaidDeparture | null
    fares: Parameters<typeof findGiftScope>[1]
    unit: QuantityType
    orderId: number
  },
): TenderProblem | undefined {
  const foreign = findOwnershipProblem(row, asked)
  if (foreign) return foreign
  if (row.state === 'redeemed') return 'used'
  if (row.state === 'reserved' && row.orderId !== asked.orderId) return 'reserved'
  if (row.state === 'frozen' || row.state === 'void') return row.state
  if (row.expiresAt <= asked.now) return 'expired'
  if (row.unit !== asked.unit) return row.unit === 'seat' ? 'seat_only' : 'flight_only'
  const { departure, fares } = asked
  return departure && paysDeparture(findGiftScope(row, fares), departure) ? undefined : 'other_fare'
}

/**
 * Why a voucher cannot pay; undefined when it can.
 * @param balanceCents the most it can pay of this order
 */
export function findVoucherProblem(
  row: VoucherRow,
  balanceCents: number,
  asked: TenderUse,
): TenderProblem | undefined {
  const foreign = findOwnershipProblem(row, asked)
  if (foreign) return foreign
  if (row.state !== 'available') return row.state
  if (row.expiresAt <= asked.now) return 'expired'
  return balanceCents > 0 ? undefined : 'used'
}

/** Why the holder of a code cannot use it now, as far as that is known without a flight. */
export const findCodeProblem = (row: GiftRow, payer: Payer, now: Date): TenderProblem | undefined =>
  findGiftProblem(row, {
    payer,
    named: 'by_code',
    owned: false,
    now,
    departure: { productId: row.productId, fareId: row.goodForFareId },
    fares: [],
    unit: row.unit,
    orderId: 0,
  })

const CONTACT = 'Contact us if you need assistance.'
/** The specification words 'Gift card must exist.' (section 8). */
const GIFT: Record<TenderProblem, string> = {
  unknown: 'Gift card must exist.',
  emailed: 'This gift card was sent to somebody else. Only they can use it.',
  expired: `This gift card has expired. ${CONTACT}`,
  used: 'This gift card has already been used.',
  reserved: 'This gift card is being used for another order.',
  frozen: `This gift card cannot be used at the moment. ${CONTACT}`,
  void: 'This gift card was refunded and cannot be used any more.',
  other_fare: 'This gift card is not good for this flight.',
  seat_only: 'This gift card pays for a single seat, not for a whole flight.',
  flight_only: 'This gift card pays for a whole flight, not for a single seat.',
}
const VOUCHER: Partial<Record<TenderProblem, string>> = {
  unknown: 'Voucher must exist.',
  emailed: 'This voucher was sent to somebody else. Only they can use it.',
  expired: `This voucher has expired. ${CONTACT}`,
  used: 'There is nothing left on this voucher.',
  frozen: `This voucher cannot be used at the moment. ${CONTACT}`,
  void: 'This voucher cannot be used any more.',
}

export const giftSentence = (problem: TenderProblem): string => GIFT[problem]
export const voucherSentence = (problem: TenderProblem): string => VOUCHER[problem] ?? CONTACT
