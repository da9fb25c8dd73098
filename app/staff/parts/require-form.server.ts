import { type z } from 'zod'
import { parseForm } from '../../ui/form/read-form.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'

/**
 * The buttons and hidden fields of a form.
 * @throws Response 404 for values that none of our pages sends
 */
export function requireForm<S extends z.ZodType>(form: FormData, schema: S): z.output<S> {
  const submission = parseForm(form, schema)
  if (submission.status === 'success') return submission.value
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}
