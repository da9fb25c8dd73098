/**
 * Word similarity for typo correction: the service searches products with it, the shop its own
 * texts.
 */

/** Splits a text into lower-case words without accents and punctuation. */
export function splitWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/['\u2019]/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Returns the trigrams of a word, padded at both ends as in PostgreSQL's `pg_trgm`. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

/** Returns the similarity of two words: the share of common trigrams, 0 to 1. */
export function getSimilarity(one: string, other: string): number {
  const [left, right] = [trigramsOf(one), trigramsOf(other)]
  const shared = [...left].filter((three) => right.has(three)).length
  return shared / (left.size + right.size - shared)
}

/**
 * Returns the edit distance of two words (swapped, added, missing or wrong letters), or 3 when
 * their lengths differ by more than two.
 */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const edits = [(last?.[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, (last?.[at - 1] ?? 0) + (same ? 0 : 1)]
      if (swapped) edits.push((before?.[at - 2] ?? 0) + 1)
      line.push(Math.min(...edits))
    }
    ;[before, last] = [last ?? [], line]
  }
  return last?.[other.length] ?? 3
}

const LEAST_LETTERS = 4
const LEAST_LIKENESS = 0.3

/**
 * Returns the known word that a mistyped one most likely means; undefined where the word is known,
 * too short, or similar to none. A word of four letters may have one edit, a word of seven two;
 * similarity decides between several candidates.
 */
export function findNearestWord(typed: string, known: ReadonlySet<string>): string | undefined {
  if (typed.length < LEAST_LETTERS || known.has(typed) || /\d/.test(typed)) return undefined
  if ([...known].some((word) => word.startsWith(typed))) return undefined
  const most = typed.length >= 7 ? 2 : 1
  const near = [...known]
    .filter((word) => word.length >= LEAST_LETTERS)
    .map((word) => ({ word, edits: editsBetween(typed, word), likeness: getSimilarity(typed, word) }))
    .filter(({ edits, likeness }) => edits <= most || likeness >= LEAST_LIKENESS + 0.3)
    .toSorted((a, b) => a.edits - b.edits || b.likeness - a.likeness || a.word.localeCompare(b.word))
  return near[0]?.word
}

/** Returns the query with its typos corrected, or undefined where there are none. */
export function correctTypos(typed: string, known: ReadonlySet<string>): string | undefined {
  const words = splitWords(typed)
  const read = words.map((word) => findNearestWord(word, known) ?? word)
  return read.some((word, at) => word !== words[at]) ? read.join(' ') : undefined
}
