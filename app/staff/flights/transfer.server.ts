import { z } from 'zod'
import {
  type FlightTransferOptions,
  FlightTransferOptionsReply,
  FlightTransferReply,
} from '#contract/flight-transfer.ts'
import { listSentTexts, readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { readChoice, readGuests, toParties, TransferQuery } from './transfer-view.ts'

export interface TransferData {
  options: FlightTransferOptions
  back: 'board' | null
}

/** The guests of a flight, and where those who are ticked could fly. @throws Response 404, 503 */
export async function loadTransfer(
  { userApi }: StaffVisit,
  flight: string,
  query: URLSearchParams,
): Promise<TransferData> {
  const guests = readGuests(query)
  const asked = guests.length === 0 ? {} : { query: { guests: guests.join(',') } }
  const path = `/v1/flights/${flight}/transfer_options`
  const { transfer_options: options } = requireData(
    await userApi.get(path, FlightTransferOptionsReply, asked),
  )
  return { options, back: readForm(query, TransferQuery).back }
}

const Pressed = z.object({
  to: z.string().default(''),
  empties: z.enum(['yes', 'no']),
  back: z.enum(['board']).nullable().default(null),
})

export type TransferPressed =
  { to: string; status?: undefined } | { to?: undefined; status: number; failure: string }

/** Moves the guests whom the page showed to the target that was chosen. */
export async function pressTransfer(
  { userApi }: StaffVisit,
  flight: string,
  form: FormData,
): Promise<TransferPressed> {
  const { to, empties, back } = requireForm(form, Pressed)
  const chosen = readChoice(to)
  if (!chosen) return { status: 422, failure: 'Please choose where they fly.' }
  const guests = listSentTexts(form).flatMap(([name, text]) => (name === 'guest' ? [text] : []))
  const parties = toParties(guests)
  if (parties.length === 0) return { status: 422, failure: 'Please tick who moves.' }
  const done = await userApi.post(`/v1/flights/${flight}/transfers`, FlightTransferReply, {
    body: { flight_transfer: { ...chosen, parties, empties: empties === 'yes' } },
  })
  if (!done.ok) {
    const [wrong] = Object.values(done.errors).flat()
    return { status: done.status, failure: wrong === undefined ? done.message : `${wrong}.` }
  }
  const { to_flight_id: id, parties: moved, told } = done.data.flight_transfer
  if (back === null) return { to: `/staff/flights/${String(id)}?moved=${String(moved)}.${String(told)}` }
  return { to: `/staff/board?date=${await readDate(userApi, flight)}&flight=${String(id)}` }
}

async function readDate(userApi: StaffVisit['userApi'], flight: string): Promise<string> {
  const path = `/v1/flights/${flight}/transfer_options`
  return requireData(await userApi.get(path, FlightTransferOptionsReply)).transfer_options.date
}
