import { z } from 'zod'

/**
 * A field whose text is converted before its schema validates it: several values in one field,
 * dollars, a local time. All of its errors stand beside the field.
 */
export const typedAs = <S extends z.ZodType>(schema: S, read: (text: string) => unknown) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text, context): z.output<S> => {
      const judged = schema.safeParse(read(text))
      if (judged.success) return judged.data
      context.addIssue({ code: 'custom', message: judged.error.issues[0]?.message ?? '' })
      return z.NEVER
    })
