import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { Email, Phone } from '#contract/primitives.ts'
import { CHECKOUT_TEXT } from './messages.ts'
import { parseWeight } from './parse-weight.ts'

/** Names of the fields of the page "Who and pay", in the order they stand there. */
export const passengerField = (index: number, field: 'full_name' | 'weight') =>
  `passengers[${String(index)}].${field}`
export const answerField = (upgradeId: number) => `answers.u${String(upgradeId)}`
/** A field's id in the page: its name without what a selector would trip over. */
export const fieldId = (name: string) => name.replace(/[^\w-]+/g, '-').replace(/-+$/, '')

const Passenger = z.object({
  full_name: z
    .string({ error: CHECKOUT_TEXT.required })
    .trim()
    .min(1, CHECKOUT_TEXT.required)
    .max(120, 'Write at most 120 characters'),
  weight: z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return null
      const pounds = parseWeight(text)
      if (pounds === undefined) context.addIssue({ code: 'custom', message: CHECKOUT_TEXT.weight })
      return pounds ?? null
    }),
})

const payForm = (quantity: number) =>
  z.object({
    email: Email,
    phone: Phone.optional(),
    passengers: z.array(Passenger).length(quantity),
    answers: z.record(z.string(), z.string().max(500, 'Write at most 500 characters').optional()).default({}),
    terms_and_conditions: z
      .boolean({ error: CHECKOUT_TEXT.terms })
      .refine((accepted) => accepted, CHECKOUT_TEXT.terms),
  })

export type PayValues = z.output<ReturnType<typeof payForm>>
/** Field name → what is wrong with it. */
export type FieldProblems = Partial<Record<string, string>>

/**
 * Checks what was typed: spec section 5, in its words.
 *
 * @param quantity how many people fly: each needs a name
 */
export function parsePayForm(
  form: FormData,
  quantity: number,
): { ok: true; values: PayValues } | { ok: false; problems: FieldProblems } {
  const complete = new FormData()
  for (let index = 0; index < quantity; index += 1) complete.append(passengerField(index, 'weight'), ' ')
  for (const [name, value] of form) {
    if (typeof value === 'string' && isPayField(name, quantity)) complete.set(name, value)
  }
  const submission = parseWithZod(complete, { schema: payForm(quantity) })
  if (submission.status === 'success') return { ok: true, values: submission.value }
  const problems: FieldProblems = {}
  for (const [name, messages] of Object.entries(submission.error ?? {})) {
    if (messages?.[0]) problems[name] = messages[0]
  }
  return { ok: false, problems }
}

const FIELD =
  /^(?:email|phone|terms_and_conditions|answers\.u\d{1,9}|passengers\[(\d{1,2})\]\.(?:full_name|weight))$/

/** Is it a field of this page, and of a passenger who flies? Everything else a form may send is left alone. */
function isPayField(name: string, quantity: number): boolean {
  const found = FIELD.exec(name)
  return found !== null && (found[1] === undefined || Number(found[1]) < quantity)
}

/**
 * What was typed, to be kept as it is: nothing of it is checked but its size. The terms are never kept: they are
 * accepted for one purchase.
 */
export function typedFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of form) {
    if (
      typeof value === 'string' &&
      value !== '' &&
      isPayField(name, 60) &&
      name !== 'terms_and_conditions'
    ) {
      fields[name] = value.slice(0, 2000)
    }
  }
  return fields
}

/** What each field is called in the error summary; undefined says the message alone. */
export function fieldName(name: string): string | undefined {
  if (name === 'email') return 'Email'
  if (name === 'phone') return 'Phone'
  const passenger = /^passengers\[(\d+)\]\.(full_name|weight)$/.exec(name)
  if (passenger) {
    const what = passenger[2] === 'weight' ? 'weight' : 'full name'
    return `Passenger ${String(Number(passenger[1]) + 1)}, ${what}`
  }
  return name.startsWith('answers.') ? 'Your answer' : undefined
}

/** The problems in the order of the fields on the page, as the error summary lists them. */
export function summarise(problems: FieldProblems): { text: string; target: string }[] {
  const rank = (name: string) => {
    if (name === 'email') return 0
    if (name === 'phone') return 1
    const passenger = /^passengers\[(\d+)\]\.(\w)/.exec(name)
    if (passenger) return 10 + Number(passenger[1]) * 2 + (passenger[2] === 'w' ? 1 : 0)
    return name.startsWith('answers.') ? 1000 : 2000
  }
  return Object.entries(problems)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, message]) => {
      const said = fieldName(name)
      return { text: said ? `${said}: ${message ?? ''}` : (message ?? ''), target: fieldId(name) }
    })
}
