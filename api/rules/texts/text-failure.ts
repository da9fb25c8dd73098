/** What a code of the provider means for a text: https://www.twilio.com/docs/api/errors. */
export type TextFailure =
  /** The owner of the number texted STOP, which the provider knows as well. */
  | 'stopped'
  /** The number gets no texts: a landline, or no number at all. */
  | 'unreachable'
  /** This text is refused, however often it is sent. */
  | 'refused'

const STOPPED = [21610]
const UNREACHABLE = [21211, 21214, 21217, 21265, 21614, 30005, 30006]
const REFUSED = [21408, 21602, 21612, 21617, 21619, 21635, 30004, 30007, 30034]

export function readTextFailure(code: number | null): TextFailure | undefined {
  if (code === null) return undefined
  if (STOPPED.includes(code)) return 'stopped'
  if (UNREACHABLE.includes(code)) return 'unreachable'
  return REFUSED.includes(code) ? 'refused' : undefined
}

/** What the provider reports about a text that it has accepted. */
export const providerStatuses = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
  'canceled',
] as const
export type ProviderStatus = (typeof providerStatuses)[number]

/** What became of a text; `sent` until the provider knows more. */
export function toTextState(status: ProviderStatus): 'sent' | 'delivered' | 'undelivered' {
  if (status === 'delivered' || status === 'read') return 'delivered'
  return status === 'undelivered' || status === 'failed' || status === 'canceled' ? 'undelivered' : 'sent'
}

export const isProviderStatus = (status: string): status is ProviderStatus =>
  (providerStatuses as readonly string[]).includes(status)
