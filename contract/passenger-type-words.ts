/** The name of everybody without a type of their own; no type may be called so. */
export const ADULT = 'Adult'

interface Ages {
  min_age: number | null
  max_age: number | null
}

/** The ages of a type in words: "2 to 11 years"; undefined where it says none. */
export function describeAges({ min_age: from, max_age: until }: Ages): string | undefined {
  if (from === null && until === null) return undefined
  if (from === null) return `up to ${String(until)} years`
  return until === null ? `from ${String(from)} years` : `${String(from)} to ${String(until)} years`
}

/** "Ada Lovelace (Child)"; the name alone for an adult. */
export const withType = (name: string, type: string | undefined): string =>
  type === undefined ? name : `${name} (${type})`.trim()

/** The rule of a type as a sentence: staff write it with and without a full stop. */
export const asSentence = (rule: string): string =>
  /[.!?]$/.test(rule.trim()) ? rule.trim() : `${rule.trim()}.`
