import { type Submission } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import {
  FormEntryFields,
  FormEntryReply,
  type FormName,
  FormStampReply,
  type StampedForm,
} from '#contract/form-entry.ts'
import { type RefusedForm, type ShownForm } from './form-page.tsx'
import { FORM_SHAPES, publicShape } from './form-shapes.ts'
import { type FormShape } from '../ui/form/form-shape.ts'
import { parsePublicForm, refuseForm } from '../ui/form/read-form.server.ts'
import { getFormText } from '../texts/form-texts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { loadVisit, type Visit, visitHeaders } from '../visit/load-visit.server.ts'
import { type ApiResult } from '../visit/api-result.ts'

/**
 * The signed timestamp (see decision 053) for a form that is about to be shown; undefined if the
 * service needs none.
 */
export async function findStamp({ api }: Visit, form: StampedForm): Promise<string | undefined> {
  const result = await api.get(`/v1/form_stamps/${form}`, FormStampReply)
  return result.ok ? result.data.form_stamp.stamp : undefined
}

/** The fields that the account already has are prefilled. */
const accountFields = ({ user }: Visit): Record<string, string> =>
  user
    ? {
        name: `${user.first_name ?? ''} ${user.last_name ?? ''}`.trim(),
        email: user.email,
        phone: user.phone ?? '',
      }
    : {}

/** The initial data of a form's page. */
export async function showForm(visit: Visit, form: FormName): Promise<ShownForm> {
  return {
    ...FORM_SHAPES[form],
    text: await getFormText(form, visit.brand),
    action: `/${form}`,
    stamp: await findStamp(visit, form),
    known: accountFields(visit),
    mailto: visit.brand.email,
  }
}

/** @param more additional data of the page */
export async function loadForm<More>(
  { request, context }: LoaderFunctionArgs,
  form: FormName,
  more: (visit: Visit, shown: ShownForm) => Promise<More>,
) {
  const visit = await loadVisit(request, context)
  const shown = await showForm(visit, form)
  return data({ form: shown, ...(await more(visit, shown)) }, { headers: await visitHeaders(visit) })
}

/**
 * The rules of `/v1` for the typed fields, without the brand and the honeypot, which the shop adds.
 */
const schemaOf = (form: FormName) => {
  const schema = FormEntryFields.options.find(({ shape }) => shape.form.value === form)
  if (!schema) throw new Error(`There is no form ${form}`)
  return z.object(schema.shape).omit({ form: true, brand_id: true, website: true })
}

/**
 * Submits the form to the service; redirects to the thanks, or returns the form with its errors.
 */
export async function sendForm({ request, context }: ActionFunctionArgs, form: FormName) {
  const visit = await loadVisit(request, context)
  const shape = publicShape(form, FORM_SHAPES[form].fields)
  const submission = parsePublicForm(await request.formData(), schemaOf(form))
  const headers = { ...PRIVATE_HEADERS, ...(await visitHeaders(visit)) }
  if (submission.status !== 'success') {
    return data(refuseStamped(shape, submission), { status: 422, headers })
  }
  const client = (visit.user && visit.userApi) ?? visit.api
  const form_entry = { ...submission.value, form, brand_id: visit.brand.id }
  const sent = await client.post('/v1/form_entries', FormEntryReply, { body: { form_entry } })
  if (sent.ok) return redirect(`/thank-you?for=${form}#main`, { status: 303, headers })
  return data(refuseStamped(shape, submission, sent), { status: sent.status, headers })
}

/** The stamp has expired or was used. */
const StampOver = z.looseObject({ stamp_over: z.literal(true) })

/** A refusal with the stamp for the next try; a stamp that was only too new can be used again. */
export function refuseStamped(
  shape: FormShape,
  submission: Submission<unknown, string[]>,
  sent?: ApiResult<unknown> & { ok: false },
): RefusedForm {
  const { stamp } = submission.payload
  const isOver = StampOver.safeParse(sent?.body).success || typeof stamp !== 'string'
  return { ...refuseForm(shape, submission, sent), stamp: isOver ? undefined : stamp.slice(0, 120) }
}
