/** The most segments of a text; each is charged, and long texts arrive torn apart. */
export const MOST_SEGMENTS = 3

/** The basic table of GSM 03.38, of which a character takes one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZ' +
    'ÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension, of which a character takes two. */
const EXTENDED = new Set('^{}\\[~]|€\f')

interface Encoding {
  /** The units of a text in one segment, and of each segment of a longer one. */
  single: number
  joined: number
}
const GSM_7: Encoding = { single: 160, joined: 153 }
const UCS_2: Encoding = { single: 70, joined: 67 }

const septets = (character: string): number | undefined =>
  BASIC.has(character) ? 1 : EXTENDED.has(character) ? 2 : undefined

/**
 * Counts the segments of a text as networks send it: in GSM-7, or in UCS-2 as soon as one character
 * is not in that table. No character is torn apart between two segments.
 */
export function countSegments(text: string): number {
  const characters = [...text]
  const inGsm = characters.map(septets)
  const isGsm = inGsm.every((units) => units !== undefined)
  const sizes = isGsm ? (inGsm as number[]) : characters.map(({ length }) => length)
  const { single, joined } = isGsm ? GSM_7 : UCS_2
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= single) return 1
  let [segments, left] = [1, joined]
  for (const size of sizes) {
    if (size > left) {
      segments += 1
      left = joined
    }
    left -= size
  }
  return segments
}

const TYPOGRAPHY: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/**
 * Writes a text with characters of GSM-7 alone, because one other character more than halves what a
 * segment holds. Accents that the table lacks go; what has no letter in it is left out.
 */
export function toGsm(text: string): string {
  const plain = [...text].map((character) => {
    const written = TYPOGRAPHY[character] ?? character
    if ([...written].every((one) => septets(one) !== undefined)) return written
    const letters = character.normalize('NFKD').replace(/\p{M}/gu, '')
    return [...letters].filter((one) => septets(one) !== undefined).join('')
  })
  return plain.join('')
}

/** Cuts a name in a text at a word, so that it leaves room for the link. */
export function shorten(name: string, most: number): string {
  if (name.length <= most) return name
  const cut = name.slice(0, most - 2)
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))
  return `${(atWord || cut).replace(/[\s,;:-]+$/, '')}..`
}
