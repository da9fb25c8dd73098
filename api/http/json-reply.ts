import { type z } from 'zod'

/** A declared reply: what it is, and the schema it keeps to. */
export const jsonReply = <S extends z.ZodType>(description: string, schema: S) => ({
  description,
  content: { 'application/json': { schema } },
})

/** A declared body that must be sent, and the schema it keeps to. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true as const,
  content: { 'application/json': { schema } },
})
