import { type ManifestChange } from '#contract/manifest-version.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'

const nameOf = ({ passenger_name: name }: ManifestChange): string =>
  name === null || name === '' ? 'Somebody without a name' : name

const poundsOf = (pounds: string | null): string => (pounds === null ? 'weight not told' : `${pounds} lb`)
const clockOf = (instant: string | null, zone: string): string =>
  instant === null ? 'no time' : formatTime(toLocalTime(instant, zone))
const seatsOf = (seats: string | null): string => (seats === '1' ? '1 seat' : `${seats ?? '0'} seats`)
const quote = (text: string | null): string => (text === null ? 'none' : `“${text}”`)

/** A change with what stands there now and what stood there: `Tavita Leota: 309 lb, was 312 lb`. */
export function describeManifestChange(change: ManifestChange, zone: string): string {
  const { kind, before, now } = change
  switch (kind) {
    case 'passenger_added':
      return `${nameOf(change)} added, ${poundsOf(now)}`
    case 'passenger_removed':
      return `${nameOf(change)} does not fly any more, ${poundsOf(before)}`
    case 'name':
      return `${nameOf(change)}: the name was ${quote(before === '' ? null : before)}`
    case 'weight':
      return `${nameOf(change)}: ${poundsOf(now)}, was ${poundsOf(before)}`
    case 'seats':
      return `${nameOf(change)}: ${seatsOf(now)}, was ${seatsOf(before)}`
    case 'seat':
      return `${nameOf(change)}: seat ${now ?? 'not given'}, was ${before ?? 'not given'}`
    case 'notes':
      return `${nameOf(change)}: note ${quote(now)}, was ${quote(before)}`
    case 'comments':
      return `Order O-${String(change.order_id)}: comment ${quote(now)}, was ${quote(before)}`
    case 'pilot':
      return `Pilot: ${now ?? 'nobody'}, was ${before ?? 'nobody'}`
    case 'aircraft':
      return `Aircraft: ${now ?? ''}, was ${before ?? ''}`
    case 'time':
      return `Leaves ${clockOf(now, zone)}, was ${clockOf(before, zone)}`
  }
}

const MARKS: Readonly<Record<ManifestChange['kind'], string>> = {
  passenger_added: 'Added',
  passenger_removed: 'Removed',
  name: 'Name changed',
  weight: 'Weight changed',
  seats: 'Seats changed',
  seat: 'Seat changed',
  notes: 'Note changed',
  comments: 'Comment changed',
  pilot: 'Pilot changed',
  aircraft: 'Aircraft changed',
  time: 'Time changed',
}

/** The mark on the row of a passenger: `Weight changed after printing`. */
export const markChange = ({ kind }: ManifestChange): string => `${MARKS[kind]} after printing`

/** What stood on the paper before, beside what it says now; by the clock of 24 hours. */
export function describeBefore(
  { kind, before }: ManifestChange,
  { paper, zone }: { paper: number; zone: string },
): string {
  const version = `in version ${String(paper)}`
  switch (kind) {
    case 'passenger_added':
      return `Not ${version}`
    case 'passenger_removed':
      return `Was ${version}`
    case 'name':
      return `Name was ${quote(before === '' ? null : before)} ${version}`
    case 'weight':
      return `Weight was ${poundsOf(before)} ${version}`
    case 'seats':
      return `Had ${seatsOf(before)} ${version}`
    case 'seat':
      return before === null ? `Had no seat ${version}` : `Seat was ${before} ${version}`
    case 'notes':
      return `Note was ${quote(before)} ${version}`
    case 'comments':
      return `Comment was ${quote(before)} ${version}`
    case 'pilot':
      return `Was ${before ?? 'nobody'} ${version}`
    case 'aircraft':
      return `Was ${before ?? ''} ${version}`
    case 'time':
      return `Was ${before === null ? '' : toLocalTime(before, zone)} ${version}`
  }
}
