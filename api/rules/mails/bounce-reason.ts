/** Why a mail did not arrive, as far as the mail server says. */
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
 * Reasons that count against the address itself. A server that rejects us or the mail says nothing
 * about the address.
 */
const OF_ADDRESS: readonly BounceReason[] = ['no_such_mailbox', 'no_such_domain', 'mailbox_closed']
const OF_MAIL: readonly BounceReason[] = ['mailbox_full', 'too_large', 'not_accepted']

/**
 * The bounce type of a server's final answer: only a clear statement about the address makes the
 * address bad.
 */
export const typeOfRefusal = (reason: BounceReason): 'hard' | 'refused' =>
  OF_ADDRESS.includes(reason) ? 'hard' : 'refused'
/**
 * The bounce type of a provider's report. The provider's judgement counts, unless the quoted answer
 * is about the mail itself.
 */
export const typeOfReport = (type: 'hard' | 'soft', reason: BounceReason): 'hard' | 'refused' | 'soft' =>
  type === 'hard' && OF_MAIL.includes(reason) ? 'refused' : type

/** An enhanced status code such as `5.1.1` (RFC 3463), and not a part of an IP address. */
const STATUS = /(?:^|[\s#(-])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]\d|\d)/
const BY_STATUS: readonly (readonly [RegExp, BounceReason])[] = [
  [/^1\.(2|10)$/, 'no_such_domain'],
  // This status is about the sender's address, which is ours.
  [/^1\.(7|8|9)$/, 'not_accepted'],
  [/^1\./, 'no_such_mailbox'],
  [/^2\.1$/, 'mailbox_closed'],
  [/^2\.2$/, 'mailbox_full'],
  [/^(2\.3|3\.4)$/, 'too_large'],
  [/^[67]\./, 'not_accepted'],
]
/** For servers without an enhanced status: the reply code to the recipient (RFC 5321). */
const BY_CODE: Readonly<Record<string, BounceReason>> = {
  550: 'no_such_mailbox',
  551: 'no_such_mailbox',
  552: 'mailbox_full',
  553: 'no_such_mailbox',
}
const DISLIKE = /spam|block|policy|blacklist|reputation|relay|denied|not permitted/i

/**
 * Reads the answer of a mail server such as `550 5.1.1 No such user`.
 * @param toRecipient true when the answer is about the recipient's address, false when it is about
 * the whole mail
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
