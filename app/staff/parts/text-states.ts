import { type OrderText } from '#contract/text.ts'
import { type StateWords } from './staff-state.tsx'

/** The states of a text, those that need action first. */
export const textStates = [
  'failed',
  'undelivered',
  'stopped',
  'queued',
  'sending',
  'sent',
  'delivered',
] as const satisfies readonly OrderText['state'][]

export const TEXT_STATES: Readonly<Record<OrderText['state'], StateWords>> = {
  failed: { text: 'Given up', shape: 'bad' },
  undelivered: { text: 'Not delivered', shape: 'bad' },
  stopped: { text: 'Not wanted', shape: 'off' },
  queued: { text: 'Waiting', shape: 'late' },
  sending: { text: 'On its way', shape: 'late' },
  sent: { text: 'Sent', shape: 'here' },
  delivered: { text: 'Delivered', shape: 'ok' },
}

/** What a code of the provider says, in words of ours; undefined for others. */
export const TEXT_CODES: Readonly<Record<number, string>> = {
  20003: 'The provider does not know us: the keys are wrong.',
  20429: 'Too many texts at once.',
  21211: 'This is no phone number.',
  21408: 'Our account does not text this country.',
  21606: 'Our sender cannot send texts.',
  21610: 'They texted STOP.',
  21614: 'A landline: it gets no texts.',
  30003: 'The phone is off or out of reach.',
  30004: 'The network blocked it.',
  30005: 'Nobody has this number.',
  30006: 'A landline, or a network that brings no texts.',
  30007: 'The network took it for spam.',
}

/** The address where staff read a text, and send it again. */
export const textHref = ({ id, state }: Pick<OrderText, 'id' | 'state'>): string =>
  `/staff/texts?${new URLSearchParams({ state }).toString()}#text-${String(id)}`
