import { type PayRefusal } from '../pay-answer.ts'

/**
 * The refusal for a request without an answer. Everything typed stays, and so does the form's key.
 */
export function createLocalRefusal(form: FormData, text: string): PayRefusal {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] = value
  const formKey = typed['form_key']
  return { text, problems: {}, typed, accepted: form.has('terms_and_conditions'), formKey }
}
