import { CABIN_PLACES, type CabinPlace, type CabinRow } from './seating.ts'

const isPlace = (word: string): word is CabinPlace => CABIN_PLACES.some((place) => place === word)
const POUNDS = /^(\d{1,5})\s*lbs?$/
const INCHES = /^(-?\d{1,4}(?:\.\d{1,3})?)\s*in$/

/** Rows of a cabin as lines: `left, pilot right; 250 lb; 62 in`. */
export const formatCabinLines = (rows: readonly CabinRow[]): string => rows.map(formatRow).join('\n')

function formatRow({ seats, pilot, max_lbs: pounds, arm_in: inches }: CabinRow): string {
  const places = CABIN_PLACES.flatMap((place) =>
    place === pilot ? [`pilot ${place}`] : seats.includes(place) ? [place] : [],
  )
  const facts = [pounds === null ? '' : `${String(pounds)} lb`, inches === null ? '' : `${String(inches)} in`]
  return [places.join(', '), ...facts].filter((part) => part !== '').join('; ')
}

/** Reads such lines; undefined where a line says something else. */
export function parseCabinLines(text: string): CabinRow[] | undefined {
  const lines = text
    .toLowerCase()
    .split(/\r?\n/)
    .map((line) => line.trim().replaceAll('center', 'centre'))
    .filter((line) => line !== '')
  const rows = lines.map(parseRow)
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function parseRow(line: string): CabinRow | undefined {
  const [places = '', ...facts] = line.split(';').map((part) => part.trim())
  const row: CabinRow = { seats: [], pilot: null, max_lbs: null, arm_in: null }
  for (const word of places.split(',').map((one) => one.trim())) {
    const place = word.replace(/^pilot /, '')
    if (!isPlace(place)) return undefined
    if (place === word) row.seats.push(place)
    else if (row.pilot === null) row.pilot = place
    else return undefined
  }
  for (const fact of facts) {
    const [pounds, inches] = [POUNDS.exec(fact)?.[1], INCHES.exec(fact)?.[1]]
    if (pounds !== undefined && row.max_lbs === null) row.max_lbs = Number(pounds)
    else if (inches !== undefined && row.arm_in === null) row.arm_in = Number(inches)
    else return undefined
  }
  return row
}
