/** Who may sit in the row of the pilot, as the type of an aircraft says. */
export interface FrontRule {
  /** The least age in years; null for any age. */
  minAge: number | null
  /** What one person there may weigh; null without a limit. */
  maxLbs: number | null
  /** Nobody has a second seat there. */
  singleSeats: boolean
}

/** What the rule asks of somebody. */
export interface FrontPerson {
  weightLbs: number
  twoSeats: boolean
  /** The youngest that somebody of their passenger type is; null for adults and types without ages. */
  ageFrom: number | null
}

export type FrontMistake = 'front_too_young' | 'front_too_heavy' | 'front_second_seat'

/**
 * Why somebody may not sit beside the pilot; undefined if they may. Only the passenger type tells an
 * age, so whoever may be younger than the least age counts as younger.
 */
export function findFrontMistake(
  { minAge, maxLbs, singleSeats }: FrontRule,
  { ageFrom, weightLbs, twoSeats }: FrontPerson,
): FrontMistake | undefined {
  if (minAge !== null && ageFrom !== null && ageFrom < minAge) return 'front_too_young'
  if (maxLbs !== null && weightLbs > maxLbs) return 'front_too_heavy'
  return singleSeats && twoSeats ? 'front_second_seat' : undefined
}

/** Whether the rule says anything. */
export const hasFrontRule = ({ minAge, maxLbs, singleSeats }: FrontRule): boolean =>
  minAge !== null || maxLbs !== null || singleSeats

/**
 * The youngest that somebody of a passenger type is: a type with an oldest age only begins at birth.
 * Null for adults and for types that have no ages, such as residents. Who was sold another product has
 * that one's number, and the type of the same name here; a type that was renamed has its number.
 * @param types those of the product that is flown
 */
export function findAgeFrom(
  types: readonly { id: number; name: string; min_age: number | null; max_age: number | null }[],
  {
    passengerTypeId: typeId,
    passengerType,
  }: { passengerTypeId: number | null; passengerType: string | null },
): number | null {
  if (typeId === null) return null
  const asWord = (name: string | null) => name?.trim().toLowerCase()
  const type =
    types.find(({ name }) => asWord(name) === asWord(passengerType)) ?? types.find(({ id }) => id === typeId)
  if (!type) return null
  return type.min_age ?? (type.max_age === null ? null : 0)
}
