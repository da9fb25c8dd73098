import { z } from 'zod'
import { Email, Phone } from '#contract/primitives.ts'
import { firstMessages, parseForm } from '../ui/form/read-form.server.ts'
import { listSentTexts } from '../ui/form/sent-values.server.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { TypedWeight } from '../passengers/typed-weight.ts'
import { type FieldProblems } from '../ui/form-fields.ts'
import { passengerField } from '../passengers/passenger-field.ts'

const Passenger = z.object({
  full_name: z
    .string({ error: CHECKOUT_TEXT.required })
    .trim()
    .min(1, CHECKOUT_TEXT.required)
    .max(120, 'Write at most 120 characters'),
  weight: TypedWeight,
})

const payForm = (quantity: number) =>
  z.object({
    email: Email,
    phone: Phone.optional(),
    /** The words that were ticked. */
    text_consent: z.string().max(600).optional(),
    passengers: z.array(Passenger).length(quantity),
    answers: z.record(z.string(), z.string().max(500, 'Write at most 500 characters').optional()).default({}),
    terms_and_conditions: z
      .boolean({ error: CHECKOUT_TEXT.terms })
      .refine((accepted) => accepted, CHECKOUT_TEXT.terms),
  })

export type PayFormValues = z.output<ReturnType<typeof payForm>>

/**
 * Validates the submitted values, with the messages of spec section 5.
 * @param quantity the number of passengers, each of whom needs a name
 */
export function parsePayForm(
  form: FormData,
  quantity: number,
): { ok: true; values: PayFormValues } | { ok: false; problems: FieldProblems } {
  const complete = new FormData()
  for (let index = 0; index < quantity; index += 1) complete.append(passengerField(index, 'weight'), ' ')
  for (const [name, text] of listSentTexts(form)) if (isPayField(name, quantity)) complete.set(name, text)
  const submission = parseForm(complete, payForm(quantity))
  if (submission.status === 'success') return { ok: true, values: submission.value }
  return { ok: false, problems: firstMessages(submission) }
}

const FIELD = new RegExp(
  String.raw`^(?:email|phone|text_consent|terms_and_conditions|answers\.u\d{1,9}` +
    String.raw`|passengers\[(\d{1,2})\]\.(?:full_name|weight))$`,
)

/**
 * Whether the name is that of a field of this page, and of a passenger of the party. All other
 * names are ignored.
 */
function isPayField(name: string, quantity: number): boolean {
  const found = FIELD.exec(name)
  return found !== null && (found[1] === undefined || Number(found[1]) < quantity)
}

const CONSENTS = ['terms_and_conditions', 'text_consent']

/**
 * The typed values as a draft: unchecked but for their size. Consents to the terms and to texts are
 * never stored, because they are given for a single purchase.
 */
export function readPayFormValues(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, text] of listSentTexts(form)) {
    const isKept = isPayField(name, 60) && !CONSENTS.includes(name)
    if (text !== '' && isKept) fields[name] = text.slice(0, 2000)
  }
  return fields
}
