import { z } from 'zod'
import { GIFT_MESSAGE_LENGTH } from '#contract/order.ts'
import { Email, Phone } from '#contract/primitives.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

/**
 * What is typed on the page that sells gift cards, and kept while it is not bought. The terms never
 * are.
 */
const TYPED = ['email', 'phone', 'recipient_email', 'message', 'send_on'] as const

/** A browser sends a line's end as two signs; the page counts one. */
const text = (form: FormData, name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')

export const readGiftFormValues = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    TYPED.flatMap((name) => {
      const typed = text(form, name)
      return typed === '' ? [] : [[name, typed.slice(0, 2000)]]
    }),
  )

const empty = z.literal('').transform(() => null)

const GiftForm = z.object({
  email: Email,
  phone: z.union([z.literal('').transform(() => undefined), Phone]),
  recipient_email: z.union([empty, Email]),
  message: z.union([
    empty,
    z.string().max(GIFT_MESSAGE_LENGTH, `Write at most ${String(GIFT_MESSAGE_LENGTH)} characters`),
  ]),
  send_on: z.union([empty, z.iso.date('Write a date like 2027-05-31')]),
  terms_and_conditions: z.literal('on', { error: CHECKOUT_TEXT.terms }).transform(() => true),
})
export type GiftFormValues = z.output<typeof GiftForm>

/** Checks what was typed: spec section 5, in its words. */
export function parseGiftForm(
  form: FormData,
): { ok: true; values: GiftFormValues } | { ok: false; problems: FieldProblems } {
  const fields = Object.fromEntries(TYPED.map((name) => [name, text(form, name).trim()]))
  const parsed = GiftForm.safeParse({ ...fields, terms_and_conditions: form.get('terms_and_conditions') })
  if (parsed.success) {
    const { recipient_email: to, message, send_on: day } = parsed.data
    if (to === null && (message !== null || day !== null)) {
      return { ok: false, problems: { recipient_email: 'Please say to whom we send it' } }
    }
    return { ok: true, values: parsed.data }
  }
  const problems: FieldProblems = {}
  for (const { path, message, ...issue } of parsed.error.issues) {
    const name = String(path[0])
    // Of a field that may be empty, what is wrong with it when it is not.
    const nested = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined
    problems[name] ??= nested ?? message
  }
  return { ok: false, problems }
}
