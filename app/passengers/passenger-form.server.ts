import { type PassengerForm, PassengerFormReply } from '#contract/passenger.ts'
import { PASSENGER_SHAPE, PassengerDetails } from './passenger-form.ts'
import { checkMailedLink } from '../visit/mailed-link.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'

/** The form behind a passenger's link; undefined if the link is invalid or expired. */
export async function findPassengerForm(
  { api }: Visit,
  token: string | undefined,
): Promise<PassengerForm | undefined> {
  const secret = token !== undefined && /^[\w-]{16,200}$/.test(token) ? token : undefined
  const found = await checkMailedLink({ token: secret, email: '' }, (secret) =>
    api.get(`/v1/passenger_links/${secret}`, PassengerFormReply),
  )
  return found?.passenger_form
}

/** The service's names of fields that the page calls otherwise. */
const WAIVER_FIELDS = {
  'waiver.signature': 'signature',
  'waiver.drawing': 'drawing',
  'waiver.accepted': 'waiver',
} as const

/**
 * Sends a passenger's data. Empty fields leave the saved values unchanged.
 * @returns undefined if all of it was saved; otherwise the form with its errors, of which nothing
 * was stored
 */
export async function sendPassengerForm(
  { api }: Visit,
  token: string,
  form: FormData,
): Promise<{ status: number; answer: FormAnswer } | undefined> {
  const submission = parseForm(form, PassengerDetails)
  if (submission.status !== 'success') {
    return { status: 422, answer: refuseForm(PASSENGER_SHAPE, submission) }
  }
  const { full_name, weight, waiver: accepted, signature, drawing, version } = submission.value
  const passenger_form = {
    full_name,
    ...(weight === null ? {} : { weight }),
    ...(accepted ? { waiver: { version, signature, drawing, accepted } } : {}),
  }
  const path = `/v1/passenger_links/${encodeURIComponent(token)}`
  const result = await api.put(path, PassengerFormReply, { body: { passenger_form } })
  if (result.ok) return undefined
  const errors = Object.fromEntries(
    Object.entries(result.errors).map(([name, messages]) => [
      name in WAIVER_FIELDS ? WAIVER_FIELDS[name as keyof typeof WAIVER_FIELDS] : name,
      messages,
    ]),
  )
  const answer = refuseForm(PASSENGER_SHAPE, submission, { errors, message: result.message })
  return { status: result.status, answer }
}
