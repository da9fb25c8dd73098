import { type z } from 'zod'
import { EmailChangeRequest, PasswordUpdate, PersonFields } from '#contract/account.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type FieldProblems } from './account-form.ts'

/**
 * The forms of the page of one's own details, their fields in order, and what the error summary
 * calls them.
 */
export const detailsFields = {
  person: { first_name: 'First name', last_name: 'Last name', phone: 'Phone' },
  email: { email: 'New e-mail', password: 'Your password' },
  password: { old_password: 'Old password', password: 'New password' },
} as const
export type DetailsForm = keyof typeof detailsFields

const schemas: Record<DetailsForm, z.ZodType<Record<string, unknown>>> = {
  person: PersonFields,
  email: EmailChangeRequest.shape.email_change,
  password: PasswordUpdate.shape.user,
}

export const detailsFieldId = (form: DetailsForm, name: string) => `${form}-${name.replace('_', '-')}`

/** The form whose button was pressed; undefined for none of these. */
export const findDetailsForm = (said: unknown): DetailsForm | undefined =>
  (Object.keys(detailsFields) as DetailsForm[]).find((form) => form === said)

/** Checks what was typed, by the rules of registering. */
export function parseDetails(
  form: DetailsForm,
  sent: FormData,
): { ok: true; values: Record<string, unknown> } | { ok: false; problems: FieldProblems } {
  const typed = Object.keys(detailsFields[form]).flatMap((name) => {
    const value = sent.get(name)
    // An empty field is missing, not short.
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  const parsed = schemas[form].safeParse(Object.fromEntries(typed))
  if (parsed.success) return { ok: true, values: parsed.data }
  const problems: FieldProblems = {}
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message
  return { ok: false, problems }
}

/** The messages of a 422 of `/v1`, beside the form's fields. */
export function detailsProblems(form: DetailsForm, errors: FieldErrors): FieldProblems {
  const known: Readonly<Record<string, string>> = detailsFields[form]
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [message]]) =>
      field in known && message ? [[field, message]] : [],
    ),
  )
}

/** What was typed, to be shown again; passwords never are. */
export function readDetailsFormValues(form: DetailsForm, sent: FormData): Record<string, string> {
  const names = Object.keys(detailsFields[form]).filter((name) => !name.includes('password'))
  return Object.fromEntries(names.map((name) => [name, String(sent.get(name) ?? '').slice(0, 300)]))
}

export function summariseDetails(form: DetailsForm, problems: FieldProblems) {
  return Object.entries(detailsFields[form]).flatMap(([name, label]) => {
    const message = problems[name]
    return message ? [{ text: `${label}: ${message}`, target: detailsFieldId(form, name) }] : []
  })
}
