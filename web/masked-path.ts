/**
 * Segments below these are secrets, or may be: a typed code, the token of a mailed link. The lists
 * name what is a word of ours there.
 */
const SECRETS_BELOW = new Map<string, readonly string[]>([
  ...[
    ...[
      'receipt_links',
      'order_links',
      'passenger_links',
      'party_links',
      'party',
      'reschedule_claims',
      'waitlist_entries',
    ],
    ...['waitlist_offers', 'email_proofs', 'password_resets', 'discount_codes', 'codes', 'drafts'],
    ...[
      'care',
      'entries',
      'gifts',
      'offers',
      'orders',
      'passengers',
      'pay',
      'redeem-voucher',
      'reschedule-flight',
    ],
    'subscribe',
  ].map((parent): [string, string[]] => [parent, []]),
  ['payment_links', ['open', 'preview']],
  ['reschedule_links', ['open']],
  ['resumptions', ['open']],
  ['reschedule-credits', ['claim']],
  ['resume', ['start']],
])

/** Below these a number is the id of a row, which no code and no token is. */
const HAVE_IDS = new Set([
  'orders',
  'passengers',
  'discount_codes',
  'reschedule_claims',
  'reschedule-credits',
])

function isSecret(segment: string, parent = ''): boolean {
  const words = SECRETS_BELOW.get(parent)
  if (!words) return /^[\w~%-]{24,}$/.test(segment) && /[\dA-Z]/.test(segment)
  const isId = HAVE_IDS.has(parent) && /^\d{1,9}$/.test(segment)
  return segment !== '' && !isId && !words.includes(segment)
}

/**
 * Masks what grants access in a path: whatever stands where a code or a token belongs, however
 * short it is, and elsewhere what is as long as a token. Addresses of people are masked, too.
 */
export function pathWithoutSecrets(path: string): string {
  const segments = path.split('/')
  return segments
    .map((segment, at) => {
      if (/@|%40/.test(segment)) return ':address'
      return isSecret(segment, segments[at - 1]) ? ':token' : segment
    })
    .join('/')
}

/** A name of ours; a code that was typed as one looks otherwise, or has no value. */
const PLAIN_NAME = /^[a-z][a-z_.-]{0,29}(?:\[\d*\])?$/

/** Returns the names of a query, without values and without what may be a value. */
export function queryNames(query: URLSearchParams): string[] {
  const names = [...query].map(([name, value]) => (value !== '' && PLAIN_NAME.test(name) ? name : ':name'))
  return [...new Set(names)]
}
