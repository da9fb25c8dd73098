import { type z } from 'zod'

/** What a value must be, without saying what becomes of it. */
const PLAIN = new Set([
  ...['string', 'number', 'boolean', 'null', 'undefined', 'literal', 'enum', 'unknown', 'any'],
  ...['object', 'array', 'record', 'tuple', 'union', 'nullable', 'optional', 'readonly', 'template_literal'],
])

/** The parts of zod's own description of a schema that can hold other schemas. */
interface Definition {
  type: string
  coerce?: boolean
  checks?: readonly Check[]
  shape?: Record<string, Described>
  options?: readonly Described[]
  items?: readonly Described[]
  [part: string]: unknown
}
interface Described {
  _zod: { def: Definition }
}
interface Check {
  _zod: { def: { check: string } }
}

const known = new WeakMap<z.ZodType, boolean>()

/**
 * Whether a value that fits a schema is what the schema makes of it, apart from fields that it does not name:
 * there is no default, no change and no reading of another type in it.
 */
export function isPlainSchema(schema: z.ZodType): boolean {
  const found = known.get(schema)
  if (found !== undefined) return found
  const plain = isPlain(schema as unknown as Described)
  known.set(schema, plain)
  return plain
}

function isPlain({ _zod: { def } }: Described): boolean {
  if (!PLAIN.has(def.type) || def.coerce === true) return false
  if (def.checks?.some(({ _zod: { def: own } }) => own.check === 'overwrite')) return false
  const parts = [
    ...['innerType', 'element', 'keyType', 'valueType', 'rest', 'catchall'].map((name) => def[name]),
    ...Object.values(def.shape ?? {}),
    ...(def.options ?? []),
    ...(def.items ?? []),
  ]
  return parts.filter(isDescribed).every(isPlain)
}

const isDescribed = (part: unknown): part is Described =>
  typeof part === 'object' && part !== null && '_zod' in part
