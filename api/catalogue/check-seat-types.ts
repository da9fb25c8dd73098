import { type PassengerType } from '#contract/passenger-type.ts'
import { isDeepCut } from '../rules/refunds/refund-limit.ts'
import { isLimited, needApproval } from '../resources/price-limits.ts'
import { invalid, type Refusal, type Row, type Writer } from '../resources/resource.ts'

/** An adult's price, for what is compared with it in percent. */
const WHOLE = 100

/**
 * Refuses passenger types that a product cannot have: one that was saved stays, because sold orders name
 * it by its number, and staff who sell seats to a type far below an adult's price need a second person.
 */
export function checkSeatTypes(
  row: Row,
  { before, by }: { before: Row | undefined; by: Writer },
): Refusal | undefined {
  const types = typesOf(row)
  const known = typesOf(before)
  const missing = known.find(({ id }) => !types.some((one) => one.id === id))
  if (missing)
    return invalid({ passenger_types: [`“${missing.name}” may have been sold: switch it off instead`] })
  if (!isLimited(by)) return undefined
  const deep = types.some(({ id, percent_off: off }) => {
    const was = known.find((one) => one.id === id)?.percent_off ?? 0
    return off > was && isDeepCut(WHOLE - off, WHOLE)
  })
  return deep
    ? needApproval(
        'A passenger type at less than half of an adult’s price needs a second person. Ask for approval.',
      )
    : undefined
}

const typesOf = (row: Row | undefined): readonly PassengerType[] =>
  (row?.['passengerTypes'] as readonly PassengerType[] | undefined) ?? []
