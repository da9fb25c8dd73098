/** Error codes of failed connections. */
const UNREACHED = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE']

const textOf = (error: unknown, name: string): string => {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Describes why a job failed for the jobs page: kinds and codes only, because an error's message
 * may contain personal data.
 */
export function describeJobFailure(error: unknown): string {
  const code =
    textOf(error, 'code') ||
    textOf(typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined, 'code')
  if (textOf(error, 'type').startsWith('Stripe')) return 'The payment provider did not answer as it should.'
  if (UNREACHED.includes(code)) return `Another system could not be reached (${code}).`
  if (/^(08|57)[0-9A-Z]{3}$/.test(code)) return `The database could not be reached (${code}).`
  if (/^(?:53100|ENOSPC|EDQUOT)$/.test(code)) return `A disk is full (${code}).`
  if (/^40[0-9A-Z]{3}$/.test(code)) return `Others worked on the same rows (${code}).`
  if (/^[0-9A-Z]{5}$/.test(code)) return `The database refused a statement (${code}).`
  const name = textOf(error, 'name')
  return `It stopped with ${/^[A-Za-z]{1,40}$/.test(name) ? `“${name}”` : 'an error'}. The log tells more.`
}
