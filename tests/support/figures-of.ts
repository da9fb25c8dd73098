const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g

/**
 * Lists every whole number that a JSON value tells, as a number or as a word of a text. Instants and
 * tokens tell none: their digits are there by chance, so a test that looks for a secret figure in the
 * whole text would be red by chance.
 */
export const figuresOf = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string')
    return [...value.replace(INSTANT, '').matchAll(/(?<![\w-])\d+(?![\w-])/g)].map(([digits]) =>
      Number(digits),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(figuresOf)
}
