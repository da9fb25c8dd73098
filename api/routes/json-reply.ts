import { type z } from 'zod'

/** A declared reply: what it is, and the schema it keeps to. */
export const jsonReply = <S extends z.ZodType>(description: string, schema: S) => ({
  description,
  content: { 'application/json': { schema } },
})
