import { type SubmissionResult } from '@conform-to/react'

/**
 * What a page must know of a form: the names of its fields, in the order they stand on the page,
 * and what the error summary calls each. The rules are a zod schema that the action parses with; it
 * does not travel to browsers.
 */
export interface FormShape<Name extends string = string> {
  /** Tells the forms of one page apart. */
  id: string
  /** `null` where the message alone says what it is about. */
  labels: Readonly<Record<Name, string | null>>
  /** The ids of the fields, where they are not their names. */
  fieldId?: (name: string) => string
  /**
   * Names of parts of the page that are no fields of the kit: their errors are listed and lead
   * there.
   */
  elsewhere?: readonly NoInfer<Name>[]
  /**
   * Messages that concern the whole form although they stand beside a field: the summary omits the
   * field's label.
   */
  wholeForm?: readonly string[]
}

/** What an action answers when it refuses a form: Conform's result, and the id of the form. */
export type FormAnswer = SubmissionResult & { form: string }

/** A refusal as pages with a payment area pass it around: one message a field. */
export interface PlainRefusal {
  text: string
  problems: Readonly<Partial<Record<string, string>>>
  typed: Readonly<Record<string, string>>
}

/**
 * The same as an answer to a form. Hydrated pages remember it: another object is another refusal.
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

/** The field that people do not see and programs fill in. */
export const HONEYPOT = 'website'
