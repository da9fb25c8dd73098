import { useRef } from 'react'
import { type CardSettings } from './card-settings.ts'

/**
 * How the card is typed, also while there is momentarily no price (the flight is sold out, its
 * sales closed): the fields, and the card in them, stay for the next one.
 */
export function useStableCardSettings(
  card: CardSettings | undefined,
  priced: boolean,
): CardSettings | undefined {
  const last = useRef(card)
  if (card || priced) last.current = card
  return last.current
}
