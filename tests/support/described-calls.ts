import { z } from 'zod'

type Json = Record<string, unknown>
/** A part of a call that a caller fills in, such as `query page` or `body user.email`. */
export interface CallInput {
  in: 'path' | 'query' | 'body'
  /** The parameter's name, or the path of a value in the body; `0` is the first of a list. */
  at: readonly string[]
}
export interface DescribedCall {
  method: string
  path: string
  inputs: readonly CallInput[]
  /** Builds a request that fits the schema, with a value in one place. */
  request: (input: CallInput, value: unknown) => { path: string; body: unknown }
}

const Schema: z.ZodType<Json> = z.record(z.string(), z.unknown())
const Call = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().optional(),
        schema: Schema,
      }),
    )
    .default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ schema: Schema.default({}) })) })
    .optional(),
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Call)) })

/** Replaces references in a document by what they name, except references inside themselves. */
function withoutReferences(value: unknown, document: unknown, within: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, document, within))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    if (within.includes(value.$ref)) return {}
    const steps = value.$ref.split('/').slice(1)
    const named = steps.reduce<unknown>((at, step) => Schema.parse(at)[step], document)
    return withoutReferences(named, document, [...within, value.$ref])
  }
  const parts = Object.entries(value).filter(([name]) => within.length > 0 || name !== 'components')
  return Object.fromEntries(parts.map(([name, one]) => [name, withoutReferences(one, document, within)]))
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map((one) => Schema.parse(one)) : [])
const properties = (schema: Json): Record<string, Json> =>
  z.record(z.string(), Schema).parse(schema['properties'] ?? {})
const formsOf = (schema: Json): Json[] => [
  ...list(schema['anyOf']),
  ...list(schema['oneOf']),
  ...list(schema['allOf']),
]
const typesOf = (schema: Json): string[] => [schema['type']].flat().filter((one) => typeof one === 'string')

const SAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2027-05-14T18:00:00Z',
  date: '2027-05-14',
  email: 'ada@example.com',
  uuid: '5f0d7a3e-7d7a-4b1e-9a39-0d9d6e1c2b3a',
}

/** Builds a value that fits a schema, with its required parts only. */
function sampleOf(schema: Json): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if ('const' in schema) return schema['const']
  const [form] = formsOf(schema)
  if (form) return sampleOf(form)
  const [type] = typesOf(schema)
  if (type === 'object') {
    const required = z.array(z.string()).parse(schema['required'] ?? [])
    return Object.fromEntries(required.map((name) => [name, sampleOf(properties(schema)[name] ?? {})]))
  }
  if (type === 'array')
    return Number(schema['minItems'] ?? 0) > 0 ? [sampleOf(Schema.parse(schema['items'] ?? {}))] : []
  if (type === 'integer' || type === 'number') return Number(schema['minimum'] ?? 1)
  if (type === 'boolean') return true
  const format = typeof schema['format'] === 'string' ? SAMPLES[schema['format']] : undefined
  return format ?? ['2027-05', '16:30', 'text', 'text one'].find((text) => fits(schema, text)) ?? 'text'
}

const fits = (schema: Json, text: string) =>
  typeof schema['pattern'] !== 'string' || new RegExp(schema['pattern'], 'u').test(text)

/** Lists every place of a value in a schema, from the outside in. */
function placesIn(schema: Json, at: readonly string[] = []): string[][] {
  if (at.length > 6) return []
  const inner = [
    ...formsOf(schema).flatMap((form) => placesIn(form, at).slice(1)),
    ...Object.entries(properties(schema)).flatMap(([name, one]) => placesIn(one, [...at, name])),
    ...(schema['items'] ? placesIn(Schema.parse(schema['items']), [...at, '0']) : []),
  ]
  return [[...at], ...inner]
}

function schemaAt(schema: Json, name: string): Json {
  if (name === '0' && schema['items']) return Schema.parse(schema['items'])
  const found = properties(schema)[name]
  if (found) return found
  for (const form of formsOf(schema)) {
    const inner = schemaAt(form, name)
    if (Object.keys(inner).length > 0) return inner
  }
  return {}
}

/** Puts a value into the sample at a place. */
function withValue(schema: Json, at: readonly string[], value: unknown): unknown {
  const [name, ...rest] = at
  if (name === undefined) return value
  const inner = withValue(schemaAt(schema, name), rest, value)
  if (name === '0') return [inner]
  const form = formsOf(schema).find((one) => name in properties(one))
  const sample = sampleOf(form ?? schema)
  return { ...(typeof sample === 'object' && sample !== null ? sample : {}), [name]: inner }
}

const unique = (inputs: CallInput[]) => [...new Map(inputs.map((one) => [JSON.stringify(one), one])).values()]

/**
 * Lists the calls of an OpenAPI description of `/v1`, each with all its inputs.
 * @param idOf an existing id for a path: `orders` → 1001
 */
export function describedCalls(document: unknown, idOf: (path: string) => number): DescribedCall[] {
  return Object.entries(Document.parse(withoutReferences(document, document)).paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { parameters, requestBody }]): DescribedCall => {
        const schema = requestBody?.content['application/json']?.schema
        const named = parameters.flatMap(({ in: where, name }) =>
          where === 'header' ? [] : [{ in: where, at: [name] }],
        )
        const places = schema ? placesIn(schema).map((at) => ({ in: 'body' as const, at })) : []
        const sampleIn = (name: string) => (/^\{?id\}?$/.test(name) ? String(idOf(path)) : '1')
        return {
          method: method.toUpperCase(),
          path,
          inputs: unique([...named, ...places]),
          request: (input, value) => {
            const text = typeof value === 'string' ? value : JSON.stringify(value)
            const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
              encodePart(input.in === 'path' && input.at[0] === name ? text : sampleIn(name)),
            )
            const query = parameters.flatMap(({ in: where, name, required, schema: of }) => {
              if (where !== 'query') return []
              if (input.in === 'query' && input.at[0] === name)
                return [`${encodePart(name)}=${encodePart(text)}`]
              return required ? [`${encodePart(name)}=${encodePart(String(sampleOf(of)))}`] : []
            })
            const body =
              schema && (input.in === 'body' ? withValue(schema, input.at, value) : sampleOf(schema))
            return { path: query.length > 0 ? `${filled}?${query.join('&')}` : filled, body }
          },
        }
      }),
  )
}

/** A lone surrogate cannot be written into an address, so its bytes are sent. */
function encodePart(text: string): string {
  try {
    return encodeURIComponent(text) || '%20'
  } catch {
    return '%ED%A0%80'
  }
}
