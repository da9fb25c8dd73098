import { type PassengerForm, PassengerFormReply } from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { parseWeight } from './parse-weight.ts'
import { checkMailedLink } from '../visit/mailed-link.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

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

/** A refused form with what was typed, for this answer only: nothing of it is stored. */
export interface PassengerRefusal {
  status: number
  /** The message of the whole form; empty if only fields are wrong. */
  text: string
  problems: FieldProblems
  typed: Readonly<Record<string, string>>
}

const FIELDS = ['full_name', 'weight', 'signature', 'waiver', 'version'] as const
/** The service's field names. */
const SERVICE_FIELDS: Readonly<Record<string, (typeof FIELDS)[number]>> = {
  full_name: 'full_name',
  weight: 'weight',
  'waiver.signature': 'signature',
  'waiver.accepted': 'waiver',
}

/**
 * Saves a passenger's details. Empty fields stay unchanged.
 *
 * @returns undefined if everything was saved
 */
export async function sendPassengerForm(
  { api }: Visit,
  token: string,
  form: FormData,
): Promise<PassengerRefusal | undefined> {
  const typed = Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value.slice(0, 200)]] : []
    }),
  )
  const weight = typed['weight']?.trim() ? parseWeight(typed['weight']) : null
  if (weight === undefined) {
    return { status: 422, text: '', problems: { weight: CHECKOUT_TEXT.weight }, typed }
  }
  const signature = typed['signature']?.trim() ?? ''
  const accepted = typed['waiver'] !== undefined
  const waiver = { version: typed['version'] ?? WAIVER_VERSION, signature, accepted }
  const passenger_form = {
    full_name: typed['full_name'] ?? '',
    ...(weight === null ? {} : { weight }),
    ...(signature !== '' || accepted ? { waiver } : {}),
  }
  const path = `/v1/passenger_links/${encodeURIComponent(token)}`
  const result = await api.put(path, PassengerFormReply, { body: { passenger_form } })
  if (result.ok) return undefined
  const problems: FieldProblems = {}
  for (const [name, messages] of Object.entries(result.errors)) {
    const field = SERVICE_FIELDS[name]
    if (field && messages[0]) problems[field] = messages[0]
  }
  const text = Object.keys(problems).length > 0 ? '' : result.message
  return { status: result.status, text, problems, typed }
}
