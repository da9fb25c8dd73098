import { z } from 'zod'

/** A confirmation after a preview; its idempotency key makes it happen once. */
export const ConfirmedForm = z.object({ key: z.string().default('') })

/** A hidden field with JSON; undefined if its content does not match the schema. */
export const jsonOf = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .default('')
    .transform((text): z.output<S> | undefined => {
      try {
        return schema.safeParse(JSON.parse(text)).data
      } catch {
        return undefined
      }
    })
