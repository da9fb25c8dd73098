import { type OpenDeparture, pickAlternatives } from './pick-alternatives.ts'

/** Each round gives every party one more alternative. */
export const ROUNDS = 3

/**
 * Whether seats can be held as one more alternative: at most half of what nobody else has of a
 * departure is kept for parties of cancelled flights, so that the other half stays on sale.
 */
export const staysWithinHalf = ({
  free,
  kept,
  more,
}: {
  /** Seats that nobody has. */
  free: number
  /** Seats that are kept as alternatives already. */
  kept: number
  /** The seats of the party. */
  more: number
}): boolean => (kept + more) * 2 <= free + kept

/** The alternative to try next: on a day of which the party has none yet. */
export function pickNextAlternative<Departure extends OpenDeparture>(
  open: readonly Departure[],
  {
    localTime,
    heldDays,
    tried,
  }: { localTime: string; heldDays: ReadonlySet<string>; tried: ReadonlySet<Departure> },
): Departure | undefined {
  const left = open.filter((one) => !heldDays.has(one.localDate) && !tried.has(one))
  return pickAlternatives(left, localTime)[0]
}
