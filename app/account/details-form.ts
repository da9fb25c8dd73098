import { type z } from 'zod'
import { EmailChangeRequest, PasswordUpdate, PersonFields } from '#contract/account.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type FieldProblems } from './account-form.ts'

/**
 * The forms of the account's details page, the order of their fields, and the names the error
 * summary uses.
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

/** The form whose button was pressed; undefined for any other value. */
export const findDetailsForm = (name: unknown): DetailsForm | undefined =>
  (Object.keys(detailsFields) as DetailsForm[]).find((form) => form === name)

/** Validates what was typed by the rules of registration. */
export function parseDetails(
  form: DetailsForm,
  sent: FormData,
): { ok: true; values: Record<string, unknown> } | { ok: false; problems: FieldProblems } {
  const typed = Object.keys(detailsFields[form]).flatMap((name) => {
    const value = sent.get(name)
    // An empty field gets the message for a missing value, not the one for a short value.
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  const parsed = schemas[form].safeParse(Object.fromEntries(typed))
  if (parsed.success) return { ok: true, values: parsed.data }
  const problems: FieldProblems = {}
  for (const { path, message } of parsed.error.issues) problems[String(path[0])] ??= message
  return { ok: false, problems }
}

/** Assigns the messages of a 422 from `/v1` to the form's fields. */
export function detailsProblems(form: DetailsForm, errors: FieldErrors): FieldProblems {
  const known: Readonly<Record<string, string>> = detailsFields[form]
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, [message]]) =>
      field in known && message ? [[field, message]] : [],
    ),
  )
}

/** The typed values to show again, without passwords. */
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
