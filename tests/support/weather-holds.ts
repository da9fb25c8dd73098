import { WeatherHoldPreviewReply, WeatherHoldReply } from '#contract/weather-hold.ts'
import { type Flight } from './paying-shop.ts'
import { type Answer, type TestApi } from './test-api.ts'

export interface HeldSpan {
  terminal_id: number
  date: string
  from: string
  until: string
}

type Shop = Pick<TestApi, 'call' | 'deps'>

/** The whole day of a flight at its terminal, by the terminal's own calendar. */
export async function findWholeDay({ deps }: Shop, flight: Flight): Promise<HeldSpan> {
  const { rows } = await deps.database.query(
    `select t.id, to_char($2::timestamptz at time zone t.timezone, 'YYYY-MM-DD') as date from departures d
     join products p on p.id = d.product_id
     join terminals t on t.id = coalesce(d.departure_terminal_id, p.departure_terminal_id) where d.id = $1`,
    [flight.departureId, flight.departAt],
  )
  const [row] = rows
  return { terminal_id: Number(row?.['id']), date: String(row?.['date']), from: '00:00', until: '23:59' }
}

/** Before every departure of a day. */
export const EARLY = '05:00'

/** Puts departures on hold and decides as staff do. */
export function createHolder({ shop, token }: { shop: Shop; token: string }) {
  const send = (span: HeldSpan, more: Record<string, unknown> = {}, as = token): Promise<Answer> =>
    shop.call('POST', '/v1/weather_holds', {
      token: as,
      body: { weather_hold: { ...span, decide_time: EARLY, ...more } },
    })
  const path = (id: number) => `/v1/weather_holds/${String(id)}`
  return {
    send,
    hold: async (span: HeldSpan, more: Record<string, unknown> = {}) => {
      const answer = await send(span, more)
      if (answer.status !== 201) throw new Error(`not held: ${JSON.stringify(answer.body)}`)
      return WeatherHoldReply.parse(answer.body).weather_hold
    },
    preview: async (span: HeldSpan) =>
      WeatherHoldPreviewReply.parse((await send(span, { preview: true })).body).weather_hold_preview,
    read: async (id: number) =>
      WeatherHoldReply.parse((await shop.call('GET', path(id), { token })).body).weather_hold,
    release: (id: number, as = token) => shop.call('POST', `${path(id)}/release`, { token: as, body: {} }),
    postpone: (id: number, weather_hold: Record<string, unknown>) =>
      shop.call('PATCH', path(id), { token, body: { weather_hold } }),
  }
}
