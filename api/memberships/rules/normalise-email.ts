const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * One name for all spellings of a mailbox: small letters, nothing from a plus on, and at Gmail no
 * dots and one domain. A plus begins a tag nearly everywhere; where it does not, the cost of the
 * mistake is one members' price refused.
 */
export function normaliseEmail(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const domain = text.slice(at + 1)
  const mailbox = text.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.includes(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
