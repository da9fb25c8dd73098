import { type z } from 'zod'

/** Declares a JSON reply with its description and schema. */
export const jsonReply = <S extends z.ZodType>(description: string, schema: S) => ({
  description,
  content: { 'application/json': { schema } },
})

/** Declares a required JSON body with its schema. */
export const jsonBody = <S extends z.ZodType>(schema: S) => ({
  required: true as const,
  content: { 'application/json': { schema } },
})
