import { z } from 'zod'
import { type Manifest } from '#contract/passenger.ts'
import { SeatingProposalReply, SeatingReply, type TakenSeat } from '#contract/seating.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../../ui/form/read-form.server.ts'
import { isSent, listSentTexts, readForm, SentText } from '../../ui/form/sent-values.server.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { parseTaken, seatField, seatsShape, type SeatsAsked, type SeatsView } from './seat-forms.ts'

/**
 * What the form of the seats shows: a proposal where it is asked for.
 *
 * @throws Response 503
 */
export async function loadSeats(
  userApi: ApiClient,
  { flight_id: id, seating }: Pick<Manifest, 'flight_id' | 'seating'>,
  asked: SeatsAsked,
): Promise<SeatsView> {
  if (asked !== 'propose' || seating === null) return { asked, proposed: null }
  const path = `/v1/flights/${String(id)}/seating_proposals`
  const found = requireData(await userApi.post(path, SeatingProposalReply, { body: {} }))
  return { asked, proposed: found.seating_proposal?.seats ?? null }
}

const SeatsSent = z.object({ seats_was: SentText })
const SEAT = /^seat_(\d[A-Z]{1,2})$/

/**
 * Saves who sits where, or clears it.
 * @returns the refusal; undefined on success
 */
export async function saveSeats(
  userApi: ApiClient,
  flight: string,
  form: FormData,
): Promise<{ status: number; answer: FormAnswer } | undefined> {
  const { seats_was: was = '' } = readForm(form, SeatsSent)
  const chosen = listSentTexts(form).flatMap(([field, id]): TakenSeat[] => {
    const name = SEAT.exec(field)?.[1]
    return name !== undefined && /^[1-9]\d{0,8}$/.test(id) ? [{ name, passenger_id: Number(id) }] : []
  })
  const seats = isSent(form, 'clear') ? [] : chosen
  const body = { seating: { seats, seats_was: parseTaken(was) } }
  const saved = await userApi.put(`/v1/flights/${flight}/seating`, SeatingReply, { body })
  if (saved.ok) return undefined
  const names = listSentTexts(form).flatMap(([field]) => SEAT.exec(field)?.[1] ?? [])
  const shape = seatsShape(names.map((name) => ({ name })))
  const typed = z.looseObject(Object.fromEntries(names.map((name) => [seatField(name), SentText])))
  return { status: saved.status, answer: refuseForm(shape, parseForm(form, typed), saved) }
}
