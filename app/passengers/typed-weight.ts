import { z } from 'zod'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'
import { parseWeight } from './parse-weight.ts'

/** A weight in a field that may stay empty: pounds, or null. */
export const TypedWeight = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined || text.trim() === '') return null
    const pounds = parseWeight(text)
    if (pounds === undefined) context.addIssue({ code: 'custom', message: CHECKOUT_TEXT.weight })
    return pounds ?? null
  })
