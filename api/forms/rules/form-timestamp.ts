/** A form that is sent sooner, in milliseconds, was not read and filled in by a person. */
export const SOONEST = 2_000
/** A form expires after a day, in milliseconds, because a page may stay open overnight. */
export const LATEST = 24 * 3_600_000

export type StampProblem = 'form_too_quick' | 'form_too_old'

/** A stamp's parts: when the form was shown, and a random word that makes it one of its kind. */
export interface Stamp {
  shownAt: Date
  nonce: string
  signature: string
}

/** `m3k9x2ab.9fK…` + signature; undefined when it cannot be one. */
export function parseStamp(text: string): Stamp | undefined {
  const [, time = '', nonce = '', signature = ''] =
    /^([0-9a-z]{8,9})\.([\w-]{16})\.([\w-]{22})$/.exec(text) ?? []
  if (signature === '') return undefined
  return { shownAt: new Date(Number.parseInt(time, 36)), nonce, signature }
}

/** What is signed of a stamp, and how it begins. */
export const stampBody = (shownAt: Date, nonce: string): string =>
  `${shownAt.getTime().toString(36)}.${nonce}`

/** Why a form that was shown then cannot be taken now. */
export function findStampProblem(shownAt: Date, now: Date): StampProblem | undefined {
  const age = now.getTime() - shownAt.getTime()
  if (age < SOONEST) return 'form_too_quick'
  return age > LATEST ? 'form_too_old' : undefined
}
