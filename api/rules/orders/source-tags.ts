/**
 * Where a shopper came from: campaign parameters and the affiliate. Anything else a client sends is
 * dropped.
 */
const KNOWN = /^(utm_[a-z]{1,20}|affiliate)[:=][\x20-\x7e]+$/
const MAX_LENGTH = 60

/**
 * The tags an order or a guest keeps: always 'website' (spec section 9), then the known ones, each
 * once.
 */
export function sourceTags(given: readonly string[]): string[] {
  const known = given.map((tag) => tag.trim()).filter((tag) => tag.length <= MAX_LENGTH && KNOWN.test(tag))
  return [...new Set(['website', ...known])]
}
