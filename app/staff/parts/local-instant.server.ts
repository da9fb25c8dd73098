import { Temporal } from 'temporal-polyfill'

/** The instant of a local time; a text that names a zone keeps it. */
export function parseLocalInstant(text: string, zone: string): string {
  try {
    return new Date(
      Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds,
    ).toISOString()
  } catch {
    return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()
  }
}
