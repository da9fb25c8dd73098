const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * One normalised form for all spellings of an e-mail: lower case, without a tag after a plus, and
 * at Gmail without dots and with one domain. Where a plus begins no tag, the only damage is one
 * refused members' price.
 */
export function normaliseEmail(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const domain = text.slice(at + 1)
  const mailbox = text.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.includes(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
