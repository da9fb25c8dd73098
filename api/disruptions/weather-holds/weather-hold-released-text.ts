import { weatherHoldNotices } from '../../db/schema/weather-hold-notices.ts'
import { flightInWords } from '../../store/texts/flight-in-words.ts'
import { declareText, textSubjectIdOf } from '../../store/texts/queue-text.ts'
import { findToldFlight } from './find-told-flight.ts'
import { readHoldNotice } from './read-hold-notice.ts'
import { findReleasedFlights } from './work-weather-holds.ts'

/** Tells that a flight which was on hold leaves as it was booked. */
export const weatherHoldReleasedText = declareText({
  kind: 'weather_hold_released',
  about: weatherHoldNotices,
  repeatable: true,
  load: async (deps, text, brand) => {
    const { notice } = await readHoldNotice(deps.database.db, textSubjectIdOf(text))
    const ids = await findReleasedFlights(deps.database.db, notice, deps.clock.now())
    return findToldFlight(deps, { orderId: notice.orderId, brand }, ({ flight_id: id }) => ids.includes(id))
  },
  compose: ({ flight, end }) =>
    `good news, the weather lets us fly: ${flightInWords(flight)} leaves as you booked it. ${end}`,
})
