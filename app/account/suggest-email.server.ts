/**
 * Domains of common e-mail providers. A domain that differs from one of these by a letter is more
 * often a typo than another provider.
 */
const COMMON = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'comcast.net',
  'verizon.net',
  'proton.me',
  'protonmail.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
]
/** Existing domains that differ from a common one by a letter: their owners get no suggestion. */
const REAL = ['mail.com', 'ymail.com', 'gmx.com', 'email.com', 'me.com', 'mac.com', 'live.co', 'aol.de']
const ENDINGS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  nte: 'net',
  ent: 'net',
  ogr: 'org',
  rog: 'org',
}

/**
 * The address that was probably meant: `dana@gmail.com` for `dana@gmial.com`. Undefined if nothing
 * looks mistyped. It is only a suggestion; the typed address stays until the buyer corrects it.
 */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (at < 1 || COMMON.includes(domain) || REAL.includes(domain)) return undefined
  const meant = COMMON.find((one) => isOneSlip(domain, one)) ?? withoutEndingSlip(domain)
  return meant && `${email.slice(0, at)}@${meant}`
}

function withoutEndingSlip(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.')
  const ending = dot < 1 ? undefined : ENDINGS[domain.slice(dot + 1)]
  return ending && `${domain.slice(0, dot)}.${ending}`
}

/** Whether the names differ by one missing, added or replaced letter, or by two swapped ones. */
function isOneSlip(typed: string, meant: string): boolean {
  let from = 0
  while (from < typed.length && typed[from] === meant[from]) from += 1
  const rest = (text: string, skip: number) => text.slice(from + skip)
  const swapped = typed[from] === meant[from + 1] && typed[from + 1] === meant[from]
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    (swapped && rest(typed, 2) === rest(meant, 2))
  )
}
