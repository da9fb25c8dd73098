import qs from 'qs'
import { z } from 'zod'
import { invalid, type StripeFailure } from './stripe-failure.ts'

/** Form values are text; these schemas parse them as the provider does. */
export const Int = z
  .string()
  .regex(/^-?\d{1,12}$/, 'Invalid integer')
  .transform(Number)
export const Bool = z
  .enum(['true', 'false'], { error: 'Invalid boolean' })
  .transform((text) => text === 'true')
export const Text = z.string().min(1, 'empty').max(5000)
export const LongUrl = z.url({ error: 'Not a valid URL' }).max(5000)
/** The metadata; an empty string removes all of it. */
export const MetadataParam = z.union([z.literal(''), z.record(z.string().max(40), z.string().max(500))])
export const Expand = z.array(z.string()).max(20).optional()
export const List = {
  limit: Int.pipe(z.number().min(1).max(100)).optional(),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
  expand: Expand,
}
export const Created = z
  .union([
    Int.transform((at) => ({ gte: at, lte: at })),
    z.strictObject({ gt: Int.optional(), gte: Int.optional(), lt: Int.optional(), lte: Int.optional() }),
  ])
  .optional()
/** A retired parameter, which the provider rejects with a code of its own. */
export const RETIRED = 'payment_method_types'

/**
 * Parses a query string or body into nested objects, without NUL characters, which PostgreSQL
 * cannot store.
 */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text.replaceAll('%00', ''), { depth: 20, arrayLimit: 1000, parameterLimit: 10_000 })
}

/** @throws StripeFailure 400 naming the first wrong parameter */
export function readParameters<S extends z.ZodType>(schema: S, form: Record<string, unknown>): z.output<S> {
  if (RETIRED in form) {
    throw invalid(
      `The \`${RETIRED}\` parameter is no longer supported. Use \`allowed_payment_method_types\`.`,
      {
        code: 'payment_method_types_no_longer_supported',
        param: RETIRED,
      },
    )
  }
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  throw toFailure(parsed.error.issues[0], form)
}

const bracketed = (path: PropertyKey[]) =>
  path.map((key, at) => (at === 0 ? String(key) : `[${String(key)}]`)).join('')

const valueAt = (form: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>(
    (value, key) => (value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key)),
    form,
  )

function toFailure(issue: z.core.$ZodIssue | undefined, form: unknown): StripeFailure {
  if (!issue) return invalid('Invalid request')
  const deepest =
    issue.code === 'invalid_union' ? issue.errors.flat().find((one) => one.path.length > 0) : undefined
  if (deepest) return toFailure({ ...deepest, path: [...issue.path, ...deepest.path] }, form)
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = bracketed(issue.path)
  const value = valueAt(form, issue.path)
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    const message =
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset ` +
      `a parameter; however '${param}' cannot be unset.`
    return invalid(message, { code: 'parameter_invalid_empty', param })
  }
  if (issue.message === 'Invalid integer') {
    return invalid(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param })
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param })
}

/**
 * Merges metadata into the stored metadata: an empty value removes its key, an empty object removes
 * all keys.
 */
export function mergeMetadata(
  kept: Record<string, string>,
  given: z.output<typeof MetadataParam> | undefined,
) {
  if (given === undefined) return kept
  if (given === '') return {}
  return Object.fromEntries(Object.entries({ ...kept, ...given }).filter(([, value]) => value !== ''))
}
