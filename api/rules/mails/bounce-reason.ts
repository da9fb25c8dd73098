/** Why a mail did not arrive, as far as a mail server's words tell. */
export const bounceReasons = [
  'no_such_mailbox',
  'no_such_domain',
  'mailbox_closed',
  'mailbox_full',
  'too_large',
  'not_accepted',
  'unknown',
] as const
export type BounceReason = (typeof bounceReasons)[number]

/**
 * What speaks against the address itself. A server that does not like us, or the mail, says nothing
 * about it.
 */
const OF_ADDRESS: readonly BounceReason[] = ['no_such_mailbox', 'no_such_domain', 'mailbox_closed']
const OF_MAIL: readonly BounceReason[] = ['mailbox_full', 'too_large', 'not_accepted']

/**
 * What a server's final word is worth: only where it clearly speaks of the address that counts as
 * bad.
 */
export const typeOfRefusal = (reason: BounceReason): 'hard' | 'refused' =>
  OF_ADDRESS.includes(reason) ? 'hard' : 'refused'
/**
 * The provider has judged already, and is believed, unless the words it passes on speak of the
 * mail.
 */
export const typeOfReport = (type: 'hard' | 'soft', reason: BounceReason): 'hard' | 'refused' | 'soft' =>
  type === 'hard' && OF_MAIL.includes(reason) ? 'refused' : type

/** `5.1.1` and its like (RFC 3463), and not a part of an IP address. */
const STATUS = /(?:^|[\s#(-])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]\d|\d)/
const BY_STATUS: readonly (readonly [RegExp, BounceReason])[] = [
  [/^1\.(2|10)$/, 'no_such_domain'],
  // Of the sender's address: ours.
  [/^1\.(7|8|9)$/, 'not_accepted'],
  [/^1\./, 'no_such_mailbox'],
  [/^2\.1$/, 'mailbox_closed'],
  [/^2\.2$/, 'mailbox_full'],
  [/^(2\.3|3\.4)$/, 'too_large'],
  [/^[67]\./, 'not_accepted'],
]
/** Servers that send no such status, by the code of their answer to the recipient (RFC 5321). */
const BY_CODE: Readonly<Record<string, BounceReason>> = {
  550: 'no_such_mailbox',
  551: 'no_such_mailbox',
  552: 'mailbox_full',
  553: 'no_such_mailbox',
}
const DISLIKE = /spam|block|policy|blacklist|reputation|relay|denied|not permitted/i

/**
 * Reads a mail server's words: `550 5.1.1 No such user`.
 *
 * @param toRecipient they answer the recipient's address; false for an answer to the whole mail
 */
export function readBounceReason(words: string, toRecipient: boolean): BounceReason {
  const [, , subject, detail] = STATUS.exec(words) ?? []
  if (subject !== undefined && detail !== undefined) {
    const status = `${subject}.${detail}`
    return BY_STATUS.find(([pattern]) => pattern.test(status))?.[1] ?? 'unknown'
  }
  const code = /^\s*(5\d\d)\b/.exec(words)?.[1] ?? ''
  if (DISLIKE.test(words)) return 'not_accepted'
  if (!toRecipient) return code === '552' ? 'too_large' : 'unknown'
  return BY_CODE[code] ?? 'unknown'
}
