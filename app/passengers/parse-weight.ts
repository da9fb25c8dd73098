/**
 * Parses a typed weight: `180`, `180 lbs`, `82kg`, `82,5 kg`. Pounds are whole numbers; kilograms
 * are converted to pounds and rounded up, so that the aircraft is never loaded with more than
 * planned.
 *
 * @returns pounds from 1 to 999; undefined if it cannot be a person's weight
 */
export function parseWeight(text: string): number | undefined {
  const found = /^\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*(lbs?|pounds?|kgs?|kilos?|kilograms?)?\.?\s*$/i.exec(text)
  if (!found?.[1]) return undefined
  const amount = Number(found[1].replace(',', '.'))
  const pounds = /^k/i.test(found[2] ?? '') ? amount * 2.20462 : amount
  const whole = Math.ceil(pounds - 1e-9)
  return whole >= 1 && whole <= 999 ? whole : undefined
}
