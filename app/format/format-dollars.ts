const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `588` → `$588.00`; a negative amount has a typographic minus sign. */
export function formatDollars(amount: number): string {
  const text = dollars.format(Math.abs(amount))
  return amount < 0 ? `−${text}` : text
}
