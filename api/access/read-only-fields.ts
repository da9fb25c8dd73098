import { type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type z } from 'zod'
import { findReadOnlyProblems } from '../rules/fields/read-only-fields.ts'
import { type ApiEnv, refusalReply, type SignedInCaller } from '../http/http.ts'

type Fields = Readonly<Record<string, unknown>>
type Signed = ApiEnv & { Variables: { signedIn: SignedInCaller } }

/**
 * Checks a change for fields that cannot be changed: they must have their current value, and
 * unknown fields are refused. A schema alone would drop them silently, and the caller would believe
 * them written.
 *
 * @param wrapper the key the body is wrapped in; a body without it is the fields themselves
 * @param change the schema of what may be changed
 * @param read the row as the caller reads it; undefined when there is none, which the route reports
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
