import { parseWithZod } from '@conform-to/zod/v4'
import { type z } from 'zod'
import { PasswordResetRequest, Registration, UserTokenRequest } from '#contract/people.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { ACCOUNT_TEXT } from './account-text.ts'
import { type FormTab } from './account-tabs.ts'

/** Field name → what is wrong with it. */
export type FieldProblems = Partial<Record<string, string>>

/**
 * The fields of each panel, in the order they stand there, and what the error summary calls them.
 */
export const accountFields = {
  login: { email: 'Email', password: 'Password' },
  register: {
    first_name: 'First name',
    last_name: 'Last name',
    phone: 'Phone',
    email: 'Email',
    password: 'Password',
  },
  reset: { email: 'Email' },
} as const satisfies Record<FormTab, Record<string, string>>

/** A field's id in the page. */
export const accountFieldId = (tab: FormTab, name: string) => `${tab}-${name.replace('_', '-')}`

const schemas = {
  login: UserTokenRequest.shape.auth,
  register: Registration.omit({ tag_list: true }),
  reset: PasswordResetRequest.shape.password_reset.pick({ email: true }),
}
type Values = { [Tab in FormTab]: z.output<(typeof schemas)[Tab]> }

/** Checks what was typed into a panel: spec section 5, in its words. */
export function parseAccountForm<Tab extends FormTab>(
  tab: Tab,
  form: FormData,
): { ok: true; values: Values[Tab] } | { ok: false; problems: FieldProblems } {
  const known = new FormData()
  for (const name of Object.keys(accountFields[tab])) {
    const value = form.get(name)
    if (typeof value === 'string') known.set(name, value)
  }
  const schema: z.ZodType = schemas[tab]
  const submission = parseWithZod(known, { schema })
  if (submission.status === 'success') return { ok: true, values: submission.value as Values[Tab] }
  const problems: FieldProblems = {}
  for (const [name, messages] of Object.entries(submission.error ?? {})) {
    if (messages?.[0]) problems[name] = messages[0]
  }
  return { ok: false, problems }
}

/** What was typed, to be shown again as it is; passwords never are. */
export function readAccountFormValues(tab: FormTab, form: FormData): Record<string, string> {
  const names = Object.keys(accountFields[tab]).filter((name) => name !== 'password')
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value.slice(0, 300)]] : []
    }),
  )
}

/** The messages of a 422 of `/v1`, beside the panel's fields. */
export function readAccountProblems(tab: FormTab, errors: FieldErrors): FieldProblems {
  const problems: FieldProblems = {}
  for (const [field, messages] of Object.entries(errors)) {
    if (field in accountFields[tab] && messages[0]) problems[field] = messages[0]
  }
  return problems
}

/**
 * The problems as the error summary lists them: in the order of the fields, each with its name and
 * its place.
 */
export function summariseAccount(tab: FormTab, problems: FieldProblems): { text: string; target: string }[] {
  return Object.entries(accountFields[tab]).flatMap(([name, label]) => {
    const message = problems[name]
    if (!message) return []
    // The refused login is no fault of one field.
    const text = message === ACCOUNT_TEXT.refused ? message : `${label}: ${message}`
    return [{ text, target: accountFieldId(tab, name) }]
  })
}
