/** A flight as a caller or a colleague may name it. */
export interface NamedFlight {
  flightCode: string
  productName: string
  registration: string
  /** `14:15` */
  localTime: string
}

const TIME = /\b(\d{1,2}):(\d{2})\s*(am|pm)?\b|\b(\d{1,2})\s*(am|pm)\b/
/** Shorter words fit too many flights. */
const FEWEST_LETTERS = 3
/** Words that a text about a flight of today may have beside its name. */
const FILLERS: readonly string[] = ['today', 'at', 'the', 'flight']

const squeeze = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * A test for flights by number (`LR-0221`, `221`), product, aircraft and time (`2:15 pm`, `14:15`),
 * which must all fit; undefined for a text that names none of them.
 */
export function matchFlights(text: string): ((flight: NamedFlight) => boolean) | undefined {
  const time = TIME.exec(text.toLowerCase())
  const words = readWords(text)
  if (words.some((word) => word.length < FEWEST_LETTERS)) return undefined
  const times = time ? readTimes(time) : undefined
  if (words.length === 0 && times === undefined) return undefined
  return (flight) =>
    (times === undefined || times.includes(flight.localTime)) && words.every((word) => hasWord(flight, word))
}

/** The words beside the time and the fillers. */
const readWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(TIME, ' ')
    .split(/\s+/)
    .map(squeeze)
    .filter((word) => word !== '' && !FILLERS.includes(word))

/**
 * The words that name a flight only if they are the registrations of aircraft, as `squeeze` leaves
 * them: no product begins so, and no flight has such a number.
 */
export const readRegistrations = (text: string, productNames: readonly string[]): string[] =>
  readWords(text).filter(
    (word) => !/^(?:lr)?\d+[a-z]?$/.test(word) && !productNames.some((name) => hasPart(name, word)),
  )

/** Without am or pm a time is meant on either half of the day. */
function readTimes([, hours = '', minutes = '00', half, whole = '', wholeHalf]: RegExpExecArray): string[] {
  const hour = Number(hours || whole)
  const suffix = half ?? wholeHalf
  const both = hour > 12 || hour === 0 ? [hour] : [hour % 12, (hour % 12) + 12]
  const meant = suffix === undefined ? both : [(hour % 12) + (suffix === 'pm' ? 12 : 0)]
  return meant.map((one) => `${String(one).padStart(2, '0')}:${minutes}`)
}

function hasWord({ flightCode, productName, registration }: NamedFlight, word: string): boolean {
  const code = squeeze(flightCode)
  if (code === word || squeeze(registration) === word) return true
  if (/^\d+$/.test(word)) return Number(code.replaceAll(/\D/g, '')) === Number(word)
  return hasPart(productName, word)
}

const hasPart = (productName: string, word: string): boolean =>
  productName
    .toLowerCase()
    .split(/\s+/)
    .some((part) => squeeze(part).startsWith(word))

/** The slot in the number of a flight, `LR-0042B`; undefined for any other text. */
export function readFlightSlot(text: string): number | undefined {
  const digits = /^lr-?0*([1-9]\d{0,8})[a-z]?$/i.exec(text.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
