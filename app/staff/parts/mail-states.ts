/** How a mail stands, what needs somebody first. */
export const mailStates = ['bounced', 'failed', 'queued', 'sent'] as const

/** Where the desk sees a mail, and sends it again. */
export const mailHref = ({ id, to }: { id: number; to: string }): string =>
  `/staff/mails?${new URLSearchParams({ to }).toString()}#mail-${String(id)}`
