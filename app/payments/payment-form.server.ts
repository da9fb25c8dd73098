import { z } from 'zod'
import { readForm, SentText, SentTick } from '../ui/form/sent-values.server.ts'

/** The hidden values and buttons that all forms with a payment area share. */
const PaymentForm = z.object({
  intent: SentText,
  /** Makes submitting the form twice one purchase. */
  form_key: z
    .string()
    .transform((key) => key.slice(0, 64))
    .default('')
    .catch(''),
  /** The total that the page showed. */
  total: z.string().default('').catch(''),
  /** The amount due by card that the page showed. */
  due: z.number().optional().catch(Number.NaN),
  /** The result of the bank's confirmation. */
  authenticated: SentText.transform((answer) => answer === 'yes'),
  terms_and_conditions: SentTick,
})

export const readPaymentForm = (form: FormData): z.output<typeof PaymentForm> => readForm(form, PaymentForm)
