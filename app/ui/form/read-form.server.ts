import { type Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Honeypot, SpamError } from 'remix-utils/honeypot/server'
import { type z } from 'zod'
import { errorSentence } from '#contract/error-sentences.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { TRAP_SENTENCE } from '#contract/form-entry.ts'
import { type FormAnswer, type FormShape, HONEYPOT } from './form-shape.ts'

type Issue = z.core.$ZodIssue

/**
 * Longer than any field allows; a text up to this length is returned completely when it is refused.
 */
const MOST_TYPED = 100_000
/** Names that Conform treats as commands; our forms use none. */
const RESERVED = ['__intent__', '__state__']

/**
 * Parses a form with a schema. Empty fields count as missing; numbers and checkboxes are converted.
 * An issue without a message in the schema gets one of the shop's.
 */
export function parseForm<S extends z.ZodType>(
  form: FormData | URLSearchParams,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  return parseWithZod(asTyped(form), {
    schema,
    error: errorSentence,
    formatError: (issues: Issue[]) => issues.flatMap(messagesOf),
  })
}

const honeypot = new Honeypot({ nameFieldName: HONEYPOT, validFromFieldName: null })

/**
 * Parses a public form with a `HoneypotField`. The honeypot contains no time stamp, because pages
 * are cached; the service has its own stamps.
 */
export function parsePublicForm<S extends z.ZodType>(
  form: FormData,
  schema: S,
): Submission<z.input<S>, string[], z.output<S>> {
  const submission = parseForm(form, schema)
  try {
    honeypot.check(form)
    return submission
  } catch (error) {
    if (!(error instanceof SpamError)) throw error
    const { payload } = submission
    const found = submission.status === 'success' ? {} : submission.error
    return {
      status: 'error',
      payload,
      error: { ...found, [HONEYPOT]: [TRAP_SENTENCE] },
      reply: (options) => submission.reply(options),
    }
  }
}

/**
 * Browsers submit a line break as two characters; the limits count it as one. A blank field counts
 * as empty.
 */
function asTyped(form: FormData | URLSearchParams): FormData {
  const typed = new FormData()
  for (const [name, value] of form) {
    if (RESERVED.includes(name)) continue
    if (typeof value !== 'string') typed.append(name, value)
    else if (value.trim() === '' && !isSecret(name)) typed.append(name, '')
    else typed.append(name, value.replaceAll('\r\n', '\n'))
  }
  return typed
}

const isSecret = (name: string) => name.includes('password')

/** The messages of an issue; for a union, those of the branch that was most likely meant. */
function messagesOf(issue: Issue): string[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue.message]
  const isOtherKind = (branch: readonly Issue[]) =>
    branch.some(({ code, path }) => path.length === 0 && ['invalid_type', 'invalid_value'].includes(code))
  const intended = issue.errors.find((branch) => !isOtherKind(branch)) ?? issue.errors[0] ?? []
  return intended.flatMap(messagesOf)
}

/**
 * The reason to refuse a form that its schema accepted: a failed call of `/v1`, or a check of the
 * page itself.
 */
export interface Refusal {
  /** Messages by field; those of unknown fields are shown for the whole form. */
  errors?: Readonly<FieldErrors>
  /** The message of the whole form, if no field has one. */
  message?: string | undefined
}

/**
 * The answer of an action that refuses a form: the typed values without passwords, and the errors.
 * A message that belongs to no field of the form is shown above it.
 */
export function refuseForm(
  shape: FormShape,
  submission: Submission<unknown, string[]>,
  { errors = {}, message }: Refusal = {},
): FormAnswer {
  const found = submission.status === 'success' ? {} : (submission.error ?? {})
  const fieldErrors: FieldErrors = {}
  const formErrors: string[] = []
  for (const [name, messages] of Object.entries({ ...found, ...errors })) {
    const field = fieldOf(shape, name)
    if (!messages?.length) continue
    if (field === undefined) formErrors.push(...messages)
    else fieldErrors[field] ??= messages
  }
  if (message && Object.keys(fieldErrors).length === 0 && formErrors.length === 0) formErrors.push(message)
  const answer = submission.reply({ fieldErrors, formErrors: [...new Set(formErrors)] })
  const shown = Object.entries(answer.initialValue ?? {}).filter(([name]) => isShownAgain(shape, name))
  return { ...answer, initialValue: Object.fromEntries(shown.map(cutLong)), form: shape.id }
}

/** `passengers.0.full_name` of the service is the form's `passengers[0].full_name`. */
function fieldOf({ labels }: FormShape, name: string): string | undefined {
  const own = name.replace(/\.(\d+)(?=\.|$)/g, '[$1]')
  return [name, own].find((one) => one in labels)
}

/** Only fields of the page are returned to it, and no secrets. */
const isShownAgain = ({ labels }: FormShape, name: string) =>
  !isSecret(name) && Object.keys(labels).some((field) => field.split(/[.[]/)[0] === name)

function cutLong<Value>([name, value]: [string, Value]): [string, Value] {
  return [name, (typeof value === 'string' ? value.slice(0, MOST_TYPED) : value) as Value]
}

/**
 * The status of a page whose form the service refused: a `401` or the like would apply to the page
 * itself.
 */
export const refusalStatus = ({ status }: { status: number }): number =>
  status < 400 || [401, 403, 404].includes(status) ? 409 : status

/** One message per field, for pages that collect refusals from several places. */
export function firstMessages(submission: Submission<unknown, string[]>): Partial<Record<string, string>> {
  const found = submission.status === 'success' ? {} : (submission.error ?? {})
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, messages]) => (messages?.[0] ? [[name, messages[0]]] : [])),
  )
}
