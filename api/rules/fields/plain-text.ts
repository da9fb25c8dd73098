/**
 * Control characters except tab and line ends, and unpaired surrogates: not every database column
 * can store them.
 */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u
/** Deeper than the body of any call. */
const DEEPEST = 32

export const TEXT_ONLY = 'Must be plain text, without control characters'
export const TOO_DEEP = 'Must not be nested so deeply'

export const isPlainText = (text: string): boolean => !UNPRINTABLE.test(text)

/**
 * Finds a text in a parsed body that the database cannot store, and says what is wrong with it;
 * undefined when there is none.
 */
export function findUnreadableText(
  body: unknown,
): { path: (string | number)[]; message: string } | undefined {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: body, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isPlainText(value)) return { path, message: TEXT_ONLY }
    if (typeof value !== 'object' || value === null) continue
    if (path.length >= DEEPEST) return { path: path.slice(0, 1), message: TOO_DEEP }
    if (Array.isArray(value)) {
      value.forEach((one: unknown, at) => open.push({ value: one, path: [...path, at] }))
      continue
    }
    for (const [name, one] of Object.entries(value)) {
      if (!isPlainText(name)) return { path, message: TEXT_ONLY }
      open.push({ value: one, path: [...path, name] })
    }
  }
  return undefined
}
