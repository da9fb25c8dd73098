import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { FormEntryReply, type FormName, FormStampReply, type StampedForm } from '#contract/form-entry.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type RefusedForm, type ShownForm } from './form-page.tsx'
import { FORM_SHAPES } from './form-shapes.ts'
import { getFormText } from '../texts/form-texts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

/**
 * Far more than any field takes: what somebody pasted stands whole in the form that says it is too
 * long.
 */
const MOST_TYPED = 20_000

/** A stamp for a form that is about to be shown; undefined where the service takes none. */
export async function findStamp({ api }: Visit, form: StampedForm): Promise<string | undefined> {
  const result = await api.get(`/v1/form_stamps/${form}`, FormStampReply)
  return result.ok ? result.data.form_stamp.stamp : undefined
}

/** What an account knows of its owner need not be typed once more. */
const known = ({ user }: Visit): Record<string, string> =>
  user
    ? {
        name: `${user.first_name ?? ''} ${user.last_name ?? ''}`.trim(),
        email: user.email,
        phone: user.phone ?? '',
      }
    : {}

/** Everything the page of a form shows at first. */
export async function showForm(visit: Visit, form: FormName): Promise<ShownForm> {
  return {
    ...FORM_SHAPES[form],
    text: await getFormText(form, visit.brand),
    action: `/${form}`,
    stamp: await findStamp(visit, form),
    typed: known(visit),
    mailto: visit.brand.email,
  }
}

/** @param more what this page shows beside its form */
export async function loadForm<More>(
  { request, context }: LoaderFunctionArgs,
  form: FormName,
  more: (visit: Visit, shown: ShownForm) => Promise<More>,
) {
  const visit = await loadVisit(request, context)
  const shown = await showForm(visit, form)
  return data({ form: shown, ...(await more(visit, shown)) }, { headers: await visitHeaders(visit) })
}

export async function readTyped(request: Request): Promise<Record<string, string>> {
  const typed: Record<string, string> = {}
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') typed[name] = value.slice(0, MOST_TYPED).replaceAll('\r\n', '\n')
  }
  return typed
}

/**
 * Sends what was typed to the service, whose rules are the only ones; on to the thanks, or back to
 * the form.
 */
export async function sendForm({ request, context }: ActionFunctionArgs, form: FormName) {
  const visit = await loadVisit(request, context)
  const typed = await readTyped(request)
  const client = (visit.user && visit.userApi) ?? visit.api
  const body = { form_entry: entryOf(visit, form, typed) }
  const sent = await client.post('/v1/form_entries', FormEntryReply, { body })
  const headers = { ...PRIVATE_HEADERS, ...(await visitHeaders(visit)) }
  if (sent.ok) return redirect(`/thank-you?for=${form}#main`, { status: 303, headers })
  return data(refusedForm(sent, typed), { status: sent.status, headers })
}

/** The stamp cannot be used any more. */
const StampOver = z.looseObject({ stamp_over: z.literal(true) })

/**
 * What the page says when the service said no. A stamp that was only too new is good in a moment.
 */
export function refusedForm(
  { message, errors, body }: ApiResult<unknown> & { ok: false },
  typed: Readonly<Record<string, string>>,
): RefusedForm {
  const problems = problemsOf(errors)
  const text = Object.keys(problems).length > 0 ? '' : message
  return { typed, problems, text, stamp: StampOver.safeParse(body).success ? undefined : typed['stamp'] }
}

function problemsOf(errors: FieldErrors): FieldProblems {
  const named = Object.entries(errors).map(([name, [message]]) => [name, message])
  return Object.fromEntries(named) as FieldProblems
}

function entryOf(
  { brand }: Visit,
  form: FormName,
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const own = FORM_SHAPES[form].fields.map(({ name, kind }) => {
    const value = typed[name] ?? ''
    if (kind === 'check') return [name, value === 'on']
    return [name, kind === 'score' ? (value === '' ? undefined : Number(value)) : value]
  })
  return {
    ...Object.fromEntries(own),
    ...{ form, brand_id: brand.id, stamp: typed['stamp'] ?? '', website: typed['website'] ?? '' },
    ...(form === 'contest' ? { contest_id: Number(typed['contest_id']) } : {}),
  }
}
