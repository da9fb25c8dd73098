import { type RawQuery } from '../../db/client.ts'

/** Says since when departures are recorded as they leave. */
export async function readDepartureRecording(query: RawQuery): Promise<string> {
  const { rows } = await query('select since_at, until_at from departure_recordings')
  const { since_at: since, until_at: until } = rows[0] ?? {}
  if (!(since instanceof Date) || !(until instanceof Date)) return 'No departure has been recorded yet.'
  const inWords = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return (
    `Departures are recorded when they leave, the last time at ${inWords(until)}. Those before ` +
    `${inWords(since)} are counted by the timetable as it was then.`
  )
}
