/**
 * Returns the function with its last results kept, for functions whose result depends on nothing
 * but the text. The text may be a visitor's input, so there is a limit; the one that came first
 * leaves first.
 */
export function keepByText<T>(most: number, make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = make(text)
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    kept.set(text, made)
    return made
  }
}
