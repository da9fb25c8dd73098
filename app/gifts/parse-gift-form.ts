import { z } from 'zod'
import { GIFT_MESSAGE_LENGTH } from '#contract/order.ts'
import { Email, Phone } from '#contract/primitives.ts'
import { firstMessages, parseForm } from '../ui/form/read-form.server.ts'
import { readForm, SentId, SentText } from '../ui/form/sent-values.server.ts'
import { parseQuantity } from '../visit/checkout-query.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

/**
 * The values typed on the page that sells gift cards, which are saved until the purchase. The
 * consent to the terms is never saved.
 */
const TYPED = ['email', 'phone', 'recipient_email', 'message', 'send_on'] as const

const Typed = z.object(Object.fromEntries(TYPED.map((name) => [name, SentText])))

export const readGiftFormValues = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readForm(form, Typed)).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text.slice(0, 2000)]],
    ),
  )

const NO_RECIPIENT = 'Please say to whom we send it'
const orNull = <S extends z.ZodType>(schema: S) => schema.optional().transform((value) => value ?? null)

/** What is to be bought, as far as it can be read: the page shows it with its price. */
const GiftChoiceFields = z.object({
  fare: SentId,
  quantity: SentText.transform((typed = '') => typed.slice(0, 20)),
  code: SentText.transform((typed) => typed?.trim().slice(0, 60)),
})

export const parseGiftChoice = (form: FormData): z.output<typeof GiftChoiceFields> =>
  readForm(form, GiftChoiceFields)

const GiftForm = z
  .object({
    fare: z.number({ error: 'Please choose what it is good for' }),
    quantity: z
      .string({ error: CHECKOUT_TEXT.quantity })
      .refine((typed) => parseQuantity(typed) !== undefined, CHECKOUT_TEXT.quantity),
    email: Email,
    phone: Phone.optional(),
    recipient_email: orNull(Email),
    message: orNull(
      z
        .string()
        .trim()
        .max(GIFT_MESSAGE_LENGTH, `Write at most ${String(GIFT_MESSAGE_LENGTH)} characters`),
    ),
    send_on: orNull(z.iso.date('Write a date like 2027-05-31')),
    terms_and_conditions: z.literal('on', { error: CHECKOUT_TEXT.terms }).transform(() => true),
  })
  .refine(
    ({ recipient_email: to, message, send_on: day }) => to !== null || (message === null && day === null),
    { error: NO_RECIPIENT, path: ['recipient_email'] },
  )
export type GiftFormValues = z.output<typeof GiftForm>

/** Validates the submitted values, with the messages of spec section 5. */
export function parseGiftForm(
  form: FormData,
): { ok: true; values: GiftFormValues } | { ok: false; problems: FieldProblems } {
  const submission = parseForm(form, GiftForm)
  if (submission.status === 'success') return { ok: true, values: submission.value }
  return { ok: false, problems: firstMessages(submission) }
}
