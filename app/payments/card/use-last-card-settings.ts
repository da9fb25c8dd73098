import { useRef } from 'react'
import { type CardSettings } from './card-settings.ts'

/**
 * Keeps the last card settings while there is no price (the flight is sold out, or its sales have
 * closed), so that the fields and the typed card stay for the next flight.
 */
export function useStableCardSettings(
  card: CardSettings | undefined,
  priced: boolean,
): CardSettings | undefined {
  const last = useRef(card)
  if (card || priced) last.current = card
  return last.current
}
