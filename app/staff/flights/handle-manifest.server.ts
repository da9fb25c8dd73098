import { z } from 'zod'
import { FlightStatus } from '#contract/enums.ts'
import { Boarding } from '#contract/flight-day.ts'
import { ManifestReply } from '#contract/passenger.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ShopContext } from '../../visit/shop-context.server.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { readFormText } from '../parts/form-text.server.ts'

/** What somebody wanted of a passenger; what they left as it was is not in it. */
export interface BoardingFormValues {
  passenger: string
  boarding?: Boarding | null
  boarding_note?: string
}

/** What was typed to correct a passenger. */
export interface CorrectionFormValues {
  passenger: string
  full_name: string
  weight: string
}

interface ManifestRefusal {
  status: number
  failure: string
  typed?: BoardingFormValues
  correction?: CorrectionFormValues
  /** Why it should leave all the same. */
  reason?: string
}

/**
 * Sets how a flight stands, what flies it, or how a passenger does. @returns what went wrong;
 * undefined when nothing did
 */
export async function handleManifest(
  { userApi }: StaffVisit,
  flight: string,
  form: FormData,
): Promise<ManifestRefusal | undefined> {
  if (form.has('passenger')) return board(userApi, flight, form)
  if (form.has('correct')) return correct(userApi, form)
  if (form.has('aircraft')) return otherAircraft(userApi, flight, readFormText(form, 'aircraft'))
  const status = FlightStatus.safeParse(form.get('status'))
  if (!status.success) return { status: 422, failure: 'Please choose how the flight stands.' }
  const reason = readFormText(form, 'reason')
  const body = { flight: { status: status.data, ...(reason === '' ? {} : { status_reason: reason }) } }
  const done = await userApi.patch(`/v1/flights/${flight}`, z.unknown(), { body })
  return done.ok ? undefined : { status: done.status, failure: done.message, reason }
}

/** The service judges whether everybody fits. */
async function otherAircraft(
  own: ApiClient,
  flight: string,
  id: string,
): Promise<ManifestRefusal | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(id)) return { status: 422, failure: 'Please choose an aircraft.' }
  const done = await own.patch(`/v1/flights/${flight}`, z.unknown(), {
    body: { flight: { aircraft_id: Number(id) } },
  })
  if (done.ok) return undefined
  const [said] = Object.values(done.errors).flat()
  return { status: done.status, failure: said === undefined ? done.message : `${said}.` }
}

/**
 * Only what was changed is sent, with what it was: the form is old by then, and others check in
 * too.
 */
async function board(own: ApiClient, flight: string, form: FormData): Promise<ManifestRefusal | undefined> {
  const passenger = readFormText(form, 'passenger')
  const id = /^[1-9]\d{0,8}$/.test(passenger) ? passenger : '0'
  const read = (name: string) => Boarding.safeParse(form.get(name)).data ?? null
  const [boarding, note] = [read('boarding'), readFormText(form, 'note')]
  const was = form.has('was_boarding')
    ? { boarding: read('was_boarding'), note: readFormText(form, 'was_note') }
    : undefined
  const changed = {
    ...(boarding === was?.boarding ? {} : { boarding }),
    ...(note === was?.note ? {} : { boarding_note: note }),
  }
  if (Object.keys(changed).length === 0) return undefined
  const seen = was ? { boarding_was: was.boarding, boarding_note_was: was.note } : {}
  const body = { passenger: { ...changed, ...seen } }
  const done = await own.patch(`/v1/flights/${flight}/passengers/${id}`, ManifestReply, { body })
  const typed = { passenger, ...changed }
  return done.ok ? undefined : { status: done.status, failure: done.message, typed }
}

/** A name and a weight as they are typed; an empty weight stays what it was. */
async function correct(own: ApiClient, form: FormData): Promise<ManifestRefusal | undefined> {
  const [passenger, order] = [readId(form, 'correct'), readId(form, 'order')]
  const correction = {
    passenger,
    full_name: readFormText(form, 'full_name'),
    weight: readFormText(form, 'weight'),
  }
  const { full_name, weight } = correction
  const input = {
    ...(full_name === '' ? {} : { full_name }),
    ...(weight === '' ? {} : { weight: Number(weight) }),
  }
  const body = { passenger: form.has('home') ? { stays_home: true } : input }
  const done = await own.patch(`/v1/orders/${order}/passengers/${passenger}`, z.unknown(), { body })
  if (done.ok) return undefined
  const [said] = Object.values(done.errors).flat()
  return { status: done.status, failure: said === undefined ? done.message : `${said}.`, correction }
}

const readId = (form: FormData, name: string) => {
  const id = readFormText(form, name)
  return /^[1-9]\d{0,8}$/.test(id) ? id : '0'
}

/**
 * Sends a picture on to the service as it is. @returns what went wrong; undefined when nothing did
 */
export async function sendPhoto(
  shop: ShopContext,
  token: string,
  flight: string,
  photo: FormDataEntryValue | null,
): Promise<{ status: number; failure: string } | undefined> {
  if (!(photo instanceof Blob) || photo.size === 0)
    return { status: 422, failure: 'Please choose a picture.' }
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const call = new Request(`${origin}/v1/flights/${flight}/photos`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': photo.type || 'application/octet-stream',
      'X-Request-Id': shop.requestId,
    },
    body: await photo.arrayBuffer(),
  })
  const answer = await shop.callApi(call).catch(() => undefined)
  if (answer?.status === 201) return undefined
  const said = z
    .union([z.object({ error: z.string() }), z.object({ photo: z.array(z.string()) })])
    .safeParse(await answer?.json().catch(() => undefined))
  const failure = !said.success
    ? 'The picture did not arrive. Please try again.'
    : 'error' in said.data
      ? said.data.error
      : `The picture: ${said.data.photo[0] ?? ''}`
  return { status: answer?.status ?? 503, failure }
}
