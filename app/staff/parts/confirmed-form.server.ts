import { z } from 'zod'

/** What a form sends that is pressed once everything was seen: twice, it happens once. */
export const ConfirmedForm = z.object({ key: z.string().default('') })

/** A hidden field with what was shown; undefined where it holds nothing of the kind. */
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
