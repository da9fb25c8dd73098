import { weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { terminalTime } from '../../store/mails/flight-time.ts'
import { flightInWords } from '../../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../../store/texts/queue-text.ts'
import { findToldFlight } from './find-told-flight.ts'
import { readHoldNotice } from './read-hold-notice.ts'

/** Tells that the weather may keep a flight from leaving, and when that is decided. */
export const weatherHoldText = declareText({
  kind: 'weather_hold',
  about: weatherHoldNotices,
  repeatable: true,
  load: async (deps, text, brand) => {
    const { notice } = await readHoldNotice(deps.database.db, textSubjectIdOf(text))
    const told = await findToldFlight(
      deps,
      { orderId: notice.orderId, brand },
      ({ on_hold: onHold }) => onHold !== undefined,
    )
    const decideAt = told?.flight.on_hold?.decide_at
    return told && decideAt !== undefined ? { ...told, decideAt } : undefined
  },
  compose: ({ flight, decideAt, end }) =>
    `${flightInWords(flight)} is on hold for the weather. We decide at ${terminalTime(flight, decideAt)} ` +
    `and tell you then: ${end}`,
})
