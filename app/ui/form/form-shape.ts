import { type SubmissionResult } from '@conform-to/react'

/**
 * What a page needs to know of a form: the names of its fields, in the order of the page, and their
 * names in the error summary. The rules are a zod schema that only the action uses; it is not sent
 * to browsers.
 */
export interface FormShape<Name extends string = string> {
  /** Distinguishes the forms of one page. */
  id: string
  /** `null` if the message alone says what it is about. */
  labels: Readonly<Record<Name, string | null>>
  /** The ids of the fields, if they differ from the names. */
  fieldId?: (name: string) => string
  /** Names of parts of the page that are no fields of this kit: their errors link there. */
  elsewhere?: readonly NoInfer<Name>[]
  /**
   * Messages that concern the whole form although they are shown beside a field: the summary omits
   * the field's label.
   */
  wholeForm?: readonly string[]
}

/** The answer of an action that refuses a form: Conform's result, and the id of the form. */
export type FormAnswer = SubmissionResult & { form: string }

/** A refusal as pages with a payment area pass it around: one message per field. */
export interface PlainRefusal {
  text: string
  problems: Readonly<Partial<Record<string, string>>>
  typed: Readonly<Record<string, string>>
}

/**
 * The refusal as an answer to a form. Hydrated pages compare it by identity: a new object is a new
 * refusal.
 */
export function answerOf(form: string, { text, problems, typed }: PlainRefusal): FormAnswer {
  const messages = Object.entries(problems).flatMap(([name, message]) => (message ? [[name, [message]]] : []))
  const error = {
    ...(text ? { '': [text] } : {}),
    ...(Object.fromEntries(messages) as Record<string, string[]>),
  }
  return { form, status: 'error', initialValue: { ...typed }, error }
}

/** A name as an id: `passengers[0].full_name` is `passengers-0-full_name`. */
export const plainId = (name: string) => name.replace(/[^\w-]+/g, '-').replace(/-+$/, '')

/** The name of the honeypot field. */
export const HONEYPOT = 'website'
