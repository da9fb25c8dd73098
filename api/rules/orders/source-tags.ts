/**
 * The allowed tags of where a shopper came from: the campaign that brought them last, where it was
 * another the one that brought them first, and the affiliate. All other tags are dropped.
 */
const KNOWN = /^((?:first_)?utm_[a-z]{1,20}|affiliate)[:=][\x20-\x7e]+$/
const MAX_LENGTH = 60

/**
 * The tags that an order or a guest keeps: always 'website' (spec section 9), then each allowed tag
 * once.
 */
export function sourceTags(given: readonly string[]): string[] {
  const known = given.map((tag) => tag.trim()).filter((tag) => tag.length <= MAX_LENGTH && KNOWN.test(tag))
  return [...new Set(['website', ...known])]
}

/**
 * The code of the agent or affiliate who brought the buyer, in small letters as agents' codes are; null
 * without one.
 */
export function findAgentCode(tags: readonly string[]): string | null {
  const tag = tags.find((one) => /^affiliate[:=]/.test(one))
  return tag ? tag.slice('affiliate:'.length).trim().toLowerCase() : null
}
