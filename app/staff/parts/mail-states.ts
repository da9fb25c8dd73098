/** The states of a mail, those that need action first. */
export const mailStates = ['bounced', 'failed', 'queued', 'sent'] as const

/** The address where staff read a mail, and send it again. */
export const mailHref = ({ id, to }: { id: number; to: string }): string =>
  `/staff/mails?${new URLSearchParams({ to }).toString()}#mail-${String(id)}`
