import { type SeatTypeRule } from '../pricing/pricing-facts.ts'
import { isAdult } from '../pricing/seat-groups.ts'

/** Somebody who is to fly with another product. */
export interface TypedTraveller {
  id: number
  /** The name of their type as it was sold; null for an adult. */
  passengerType: string | null
}

export type TypesElsewhere =
  | { ok: true; percentsOff: ReadonlyMap<number, number> }
  | { ok: false; problem: 'type_missing'; name: string }
  | { ok: false; problem: 'adult_needed' }

const asWord = (name: string) => name.trim().toLowerCase()

/**
 * What passengers pay less than adults with another product, in whole percent. Types are lists of each
 * product, so they are the same where their names are, whatever their case. Nobody becomes an adult
 * because a product does not know their type: where children are not offered, they may not be allowed.
 */
export function findTypesElsewhere(
  people: readonly TypedTraveller[],
  offered: readonly SeatTypeRule[],
): TypesElsewhere {
  const percentsOff = new Map<number, number>()
  const found: SeatTypeRule[] = []
  for (const { id, passengerType: name } of people) {
    if (name === null) continue
    const type = offered.find((one) => asWord(one.name) === asWord(name))
    if (!type) return { ok: false, problem: 'type_missing', name }
    percentsOff.set(id, type.percentOff)
    found.push(type)
  }
  const isAccompanied = found.length < people.length || found.some(isAdult)
  const isAlone = found.some(({ needsAdult }) => needsAdult) && !isAccompanied
  return isAlone ? { ok: false, problem: 'adult_needed' } : { ok: true, percentsOff }
}
