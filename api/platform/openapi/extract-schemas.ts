import { pascal, singular } from './name-operation.ts'

type Json = Record<string, unknown>

interface Seen {
  node: Json
  count: number
  /** Possible names, the best first. */
  names: string[]
  /** True for a complete body or reply, which always gets a name. */
  whole: boolean
}

const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Moves shared schemas into `components.schemas`: every complete body and reply, and every object
 * that occurs more than once, each named after its place. Modifies the given document.
 */
export function extractSchemas(document: Json): void {
  const seen = collectObjects(document)
  const named = nameSchemas(seen)
  const components: Json = {}
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, refer(part)]))
    const name = isSchemaObject(value) ? named.get(digestOf(value)) : undefined
    if (name === undefined) return inner
    components[name] ??= inner
    return { $ref: `#/components/schemas/${name}` }
  }
  document['paths'] = refer(document['paths'])
  const existing = isObject(document['components']) ? document['components'] : {}
  const schemas = isObject(existing['schemas']) ? existing['schemas'] : {}
  const sorted = Object.entries({ ...schemas, ...components }).sort(([a], [b]) => (a < b ? -1 : 1))
  document['components'] = { ...existing, schemas: Object.fromEntries(sorted) }
}

function collectObjects(document: Json): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  const note = (node: Json, names: string[], whole: boolean) => {
    const digest = digestOf(node)
    const known = seen.get(digest)
    if (known) {
      known.count += 1
      known.whole ||= whole
      known.names.push(...names)
    } else seen.set(digest, { node, count: 1, names: [...names], whole })
  }
  const walk = (value: unknown, names: string[], within: Within) => {
    if (Array.isArray(value)) for (const part of value) walk(part, names, { ...within, whole: false })
    if (!isObject(value)) return
    if (isSchemaObject(value)) note(value, names, within.whole)
    for (const [key, part] of Object.entries(value)) {
      if (key === 'properties' && isObject(part)) {
        for (const [name, property] of Object.entries(part)) {
          walk(property, partNames(pascal(singular(name)), within), { ...within, whole: false })
        }
      } else if (SCHEMA_KEYS.has(key)) walk(part, names, { ...within, whole: false })
    }
  }
  for (const operation of listOperations(document)) {
    const id = pascal(String(operation['operationId']))
    const walkWhole = (schema: unknown, kind: Within['kind']) => {
      walk(schema, wholeNames(schema, id, kind), { operation: id, kind, whole: true })
    }
    for (const schema of schemasIn(operation['requestBody'])) walkWhole(schema, 'Request')
    for (const reply of Object.values(isObject(operation['responses']) ? operation['responses'] : {})) {
      for (const schema of schemasIn(reply)) walkWhole(schema, 'Reply')
    }
  }
  return seen
}

/** The place of a schema in the document. */
interface Within {
  operation: string
  kind: 'Request' | 'Reply'
  /** True for the body or the reply itself. */
  whole: boolean
}

/** A part of a request is named as the fields of a thing, a part of a reply as the thing. */
const partNames = (name: string, { operation, kind }: Within): string[] =>
  kind === 'Request' ? [`${name}Fields`, `${operation}${name}Fields`] : [name, `${operation}${name}`]

/** Keys whose value is a schema, or schemas. */
const SCHEMA_KEYS = new Set([
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'additionalProperties',
  'not',
  'prefixItems',
])

/** `{ order: … }` is an `OrderReply`; if that name is used, the operation's name precedes it. */
function wholeNames(schema: unknown, operation: string, kind: 'Request' | 'Reply'): string[] {
  const properties =
    isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : []
  const [first] = properties.filter((name) => name !== 'meta')
  return first !== undefined && properties.length <= 2
    ? [pascal(first) + kind, operation + kind]
    : [operation + kind]
}

/**
 * Names schemas: the most used one gets the plain name, another one with the same name gets a
 * number.
 */
function nameSchemas(seen: Map<string, Seen>): Map<string, string> {
  const candidates = [...seen]
    .filter(([, { count, whole, node }]) => whole || (count > 1 && sizeOf(node) > 1))
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
  const usedNames = new Set<string>(['Error', 'FieldErrors'])
  const named = new Map<string, string>()
  for (const [digest, { names }] of candidates) {
    const free = names.find((name) => name !== '' && !usedNames.has(name))
    const name = free ?? numbered(names[0] ?? 'Schema', usedNames)
    usedNames.add(name)
    named.set(digest, name)
  }
  return named
}

function numbered(name: string, usedNames: ReadonlySet<string>): string {
  let number = 2
  while (usedNames.has(`${name}${String(number)}`)) number += 1
  return `${name}${String(number)}`
}

export function listOperations(document: Json): Json[] {
  const paths = isObject(document['paths']) ? Object.values(document['paths']) : []
  return paths.flatMap((methods) =>
    isObject(methods)
      ? HTTP_METHODS.map((method) => methods[method]).filter((operation) => isObject(operation))
      : [],
  )
}

/** The schemas of each media type of a body or a reply. */
function schemasIn(part: unknown): unknown[] {
  const content = isObject(part) && isObject(part['content']) ? Object.values(part['content']) : []
  return content.flatMap((media) =>
    isObject(media) && media['schema'] !== undefined ? [media['schema']] : [],
  )
}

const sizeOf = (node: Json) => Object.keys(isObject(node['properties']) ? node['properties'] : {}).length
const isSchemaObject = (value: Json) => value['type'] === 'object' && isObject(value['properties'])
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const digests = new WeakMap<Json, string>()
function digestOf(node: Json): string {
  const known = digests.get(node)
  if (known !== undefined) return known
  const digest = JSON.stringify(node)
  digests.set(node, digest)
  return digest
}
