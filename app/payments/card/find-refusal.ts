import { type PayRefusal } from '../pay-answer.ts'

/**
 * A refusal the page makes itself, because no answer came. Everything stays as it was typed, the
 * form its own.
 */
export function createLocalRefusal(form: FormData, text: string): PayRefusal {
  const typed: Record<string, string> = {}
  for (const [name, value] of form) if (typeof value === 'string') typed[name] = value
  const formKey = typed['form_key']
  return { text, problems: {}, typed, accepted: form.has('terms_and_conditions'), formKey }
}
