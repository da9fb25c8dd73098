import { type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type z } from 'zod'
import { findReadOnlyProblems } from '../rules/fields/read-only-fields.ts'
import { type ApiEnv, refusalReply, type SignedInCaller } from '../http/http.ts'

type Fields = Readonly<Record<string, unknown>>
type Signed = ApiEnv & { Variables: { signedIn: SignedInCaller } }

/**
 * For a change of something that has fields nobody may change: those are as they stand, and others
 * do not exist. Without it a schema would drop them, and the caller would believe them written.
 *
 * @param wrapper the key the body is wrapped in; a body without it is the fields themselves
 * @param change the schema of what may be changed
 * @param read the row as the caller reads it; undefined where there is none, which is for the
 *   route to say
 */
export function readOnlyFields(
  wrapper: string,
  change: z.ZodObject,
  read: (c: Context<Signed>) => Promise<Fields | undefined> | Fields | undefined = () => ({}),
) {
  return createMiddleware<Signed>(async (c, next) => {
    const sent = fieldsIn(await c.req.text(), wrapper)
    const others = Object.entries(sent).filter(([name]) => !(name in change.shape))
    if (others.length === 0) return next()
    const row = await read(c)
    const problems = row && findReadOnlyProblems(Object.fromEntries(others), row)
    return problems ? refusalReply(c, 422, problems) : next()
  })
}

function fieldsIn(text: string, wrapper: string): Fields {
  try {
    const body: unknown = JSON.parse(text)
    if (!isFields(body)) return {}
    const wrapped = body[wrapper]
    return isFields(wrapped) ? wrapped : wrapper in body ? {} : body
  } catch {
    return {}
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
