import { z } from 'zod'
import { CheckInSearchReply, CheckInSearchRequest } from '#contract/check-in.ts'
import { Boarding } from '#contract/flight-day.ts'
import { ManifestReply, PassengerCorrectionRequest } from '#contract/passenger.ts'
import { parseForm, type Refusal, refuseForm } from '../../../ui/form/read-form.server.ts'
import { isSent, listSentTexts, SentId, SentIds } from '../../../ui/form/sent-values.server.ts'
import { type ApiClient } from '../../../visit/api-result.ts'
import { requireForm } from '../../parts/require-form.server.ts'
import { sendCorrection } from '../../parts/send-correction.server.ts'
import { type StaffVisit } from '../../parts/staff-visit.server.ts'
import { readPlace } from './load-scan.server.ts'
import { FIND_SHAPE, partyShape, type ScanPlace, scanHref, weightField } from './scan-forms.ts'
import { findParty, type ScanAnswer, type ScanFound } from './scan-view.ts'

/** A page to go to, or an answer that the page shows. */
export type ScanResult = { to: string } | { to?: undefined; status: number; answer: ScanAnswer }

/** Looks for a ticket, checks a party in, or takes the check-in of one of them back. */
export async function handleScan(
  { userApi }: StaffVisit,
  query: URLSearchParams,
  form: FormData,
): Promise<ScanResult> {
  const place = readPlace(query)
  if (isSent(form, 'text')) return findTicket(userApi, place, form)
  const { order, flight } = requireForm(form, PartySent)
  const party = { order, flight, place: { flight: place.flight, on: flight } }
  return isSent(form, 'undo') ? undoCheckIn(userApi, party, form) : checkIn(userApi, party, form)
}

const Id = z.number().int().positive()
const PartySent = z.object({ order: Id, flight: Id })
const FindForm = CheckInSearchRequest.shape.check_in_search.pick({ text: true })

async function findTicket(userApi: ApiClient, place: ScanPlace, form: FormData): Promise<ScanResult> {
  const submission = parseForm(form, FindForm)
  const refuse = (status: number, why?: Refusal): ScanResult => {
    const refused = refuseForm(FIND_SHAPE, submission, why)
    const initialValue = isAddress(refused.initialValue?.['text']) ? {} : refused.initialValue
    return { status, answer: { refused: { ...refused, initialValue } } }
  }
  if (submission.status !== 'success') return refuse(422)
  const { text } = submission.value
  const body = { check_in_search: { text, flight_id: place.flight } }
  const done = await userApi.post('/v1/check_in_searches', CheckInSearchReply, { body })
  if (!done.ok) return refuse(done.status, done)
  const { check_in_search: search } = done.data
  const [party, ...others] = search.parties
  if (party?.flight && others.length === 0 && (party.state === 'ready' || party.state === 'here')) {
    return { to: scanHref({ flight: place.flight, on: party.flight.id, order: party.order_id }) }
  }
  return { status: 200, answer: { found: { search, typed: repeatable(search.kind, text) } } }
}

const isAddress = (typed: unknown): boolean => typeof typed === 'string' && typed.includes('/')

/** The code of a ticket may be a secret, and another code may be money: neither is shown again. */
const repeatable = (kind: ScanFound['search']['kind'], text: string): string =>
  kind === 'number' || kind === 'name' ? text : ''

/** A party as a form of the page sent it. */
interface SentParty {
  order: number
  flight: number
  place: Pick<ScanPlace, 'flight' | 'on'>
}

const boardingPath = ({ flight }: SentParty, passenger: number) =>
  `/v1/flights/${String(flight)}/passengers/${String(passenger)}`

async function undoCheckIn(userApi: ApiClient, party: SentParty, form: FormData): Promise<ScanResult> {
  const { undo } = requireForm(form, z.object({ undo: Id }))
  const body = { passenger: { boarding: null, boarding_was: 'checked_in' } }
  const done = await userApi.patch(boardingPath(party, undo), ManifestReply, { body })
  if (done.ok) return { to: scanHref({ ...party.place, order: party.order }) }
  const submission = parseForm(form, z.object({ undo: SentId }))
  return { status: done.status, answer: { refused: refuseForm(partyShape([]), submission, done) } }
}

const { weight } = PassengerCorrectionRequest.shape.passenger.shape
const WEIGHT = /^weight_([1-9]\d{0,8})$/

/**
 * Saves the typed weights and checks in who is ticked, one after the other; a refusal ends it, and
 * the page shows how each of them stands then. A repeated press changes nothing.
 */
async function checkIn(userApi: ApiClient, party: SentParty, form: FormData): Promise<ScanResult> {
  const weighed = listSentTexts(form).flatMap(([name]) => {
    const id = WEIGHT.exec(name)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  const weights = Object.fromEntries(weighed.map((id) => [weightField(id), weight]))
  const submission = parseForm(form, z.object({ people: SentIds, ...weights }))
  const found = await userApi.get(`/v1/flights/${String(party.flight)}/manifest`, ManifestReply)
  const now = found.ok ? findParty(found.data.manifest, party.order) : undefined
  const people = now ? [...now.here, ...now.elsewhere] : []
  const refuse = (status: number, why?: Refusal): ScanResult => ({
    status,
    answer: { refused: refuseForm(partyShape(people), submission, why) },
  })
  if (submission.status !== 'success') return refuse(422)
  const values: Record<string, unknown> = submission.value
  const { people: ticked } = submission.value
  const typed = weighed.flatMap((id) => {
    const pounds = values[weightField(id)]
    return typeof pounds === 'number' ? [{ id, pounds }] : []
  })
  if (ticked.length === 0 && typed.length === 0) {
    return refuse(422, { errors: { people: ['Tick who is here.'] } })
  }
  for (const { id, pounds } of typed) {
    const which = { order: party.order, passenger: id }
    const refused = await sendCorrection(userApi, which, { weight: pounds, weight_was: null })
    if (refused) return refuse(refused.status, nameField(refused.refusal, weightField(id)))
  }
  for (const id of ticked) {
    const was = readSeen(form, id)
    const body = { passenger: { boarding: 'checked_in', boarding_was: was } }
    const done = await userApi.patch(boardingPath(party, id), ManifestReply, { body })
    const name = people.find((one) => one.id === id)?.full_name || 'One of them'
    if (!done.ok) return refuse(done.status, { errors: { people: [`${name}: ${done.message}`] } })
  }
  return { to: scanHref({ ...party.place, done: party.order }) }
}

/** The state at check-in that the page showed of a passenger. */
function readSeen(form: FormData, id: number): Boarding | null {
  const name = `was_${String(id)}`
  const sent = requireForm(form, z.object({ [name]: Boarding.nullable().default(null) }))
  return sent[name] ?? null
}

/** The field of a weight has the passenger's id in its name. */
const nameField = ({ errors = {}, message }: Refusal, field: string): Refusal => {
  const { weight: about, ...others } = errors
  return { errors: about ? { ...others, [field]: about } : others, message }
}
