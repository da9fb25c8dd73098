/** What became of asking a colleague: the call waits, or it was within the limit and has been made. */
export const ASKED = ['waits', 'done'] as const
export type Asked = (typeof ASKED)[number]

export const ASKED_WORDS: Readonly<Record<Asked, string>> = {
  waits: 'A colleague has to approve this now, under Office, Approvals. Until then nothing changes.',
  done: 'It was within your limit, and was done.',
}
