import { FlightDelayPreviewReply } from '#contract/flight-delay.ts'
import { type Answer } from './test-api.ts'
import { type PayingShop } from './paying-shop.ts'

/** Delays flights as staff do: after a preview, with what it showed. */
export function createDelayer({ shop, token }: { shop: Pick<PayingShop, 'call'>; token: string }) {
  const ask = (flightId: number, minutes: number) =>
    shop.call('GET', `/v1/flights/${String(flightId)}/delay_preview?minutes=${String(minutes)}`, { token })
  const preview = async (flightId: number, minutes: number) => readPreview(await ask(flightId, minutes))
  const send = (flightId: number, flight_delay: Record<string, unknown>): Promise<Answer> =>
    shop.call('POST', `/v1/flights/${String(flightId)}/delays`, { token, body: { flight_delay } })
  const readSeen = async (flightId: number, minutes: number) => seenIn(await ask(flightId, minutes))
  const delay = async (flightId: number, minutes: number, more: Record<string, unknown> = {}) => {
    const seen = await readSeen(flightId, minutes)
    return send(flightId, { minutes, reason: 'late_aircraft', seen, ...more })
  }
  return { ask, preview, send, readSeen, delay }
}

const readPreview = ({ body }: Answer) => FlightDelayPreviewReply.parse(body).delay_preview

/** What the press sends after a preview, of the answer to that. */
export const seenIn = (preview: Answer) =>
  readPreview(preview).flights.map(({ flight_id, delay_mins, delay_mins_was }) => ({
    flight_id,
    delay_mins,
    delay_mins_was,
  }))
