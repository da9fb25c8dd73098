/**
 * Where most people's mail is. A name a letter off from one of these is far more often a slip than
 * another provider.
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
/** Real names that are a letter off from a common one: nobody who has them is asked. */
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
 * The address somebody most likely meant: `dana@gmail.com` for `dana@gmial.com`. Undefined when
 * nothing looks mistyped. It only asks; what was typed stands until somebody says otherwise.
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

/** One letter missing, too many, another, or two that changed places. */
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
