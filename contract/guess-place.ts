import { type Place, type RouteMap } from './enums.ts'

const PLACES: readonly [RegExp, Place, RouteMap][] = [
  [/doors?.?off/i, 'doorsoff', 'manhattan'],
  [/miami|beach|florida/i, 'miami', 'miami'],
  [/los angeles|hollywood|malibu|california/i, 'losangeles', 'losangeles'],
  [/liberty|statue/i, 'liberty', 'manhattan'],
  [/jersey/i, 'jersey', 'manhattan'],
]

/**
 * Guesses the artwork scene of a product without one from the words of its name and its terminal.
 */
export function guessPlace(words: string): { place: Place; route_map: RouteMap } {
  const known = PLACES.find(([pattern]) => pattern.test(words))
  return { place: known?.[1] ?? 'manhattan', route_map: known?.[2] ?? 'manhattan' }
}
