import ts from 'typescript'

/** JSON Schema, as far as types can express it. */
export type Schema = { [key: string]: unknown }

/**
 * These objects are described in full; every other object with an id is only an object with an id.
 */
const SHOWN = new Set([
  'Customer',
  'DeletedCustomer',
  'PaymentMethod',
  'PaymentIntent',
  'SetupIntent',
  'ConfirmationToken',
  'Charge',
  'Refund',
  'BalanceTransaction',
  'Payout',
  'Session',
  'LineItem',
  'Price',
  'Product',
  'Plan',
  'Subscription',
  'SubscriptionItem',
  'Invoice',
  'InvoiceLineItem',
  'InvoicePayment',
])
/**
 * Payment methods other than cards: the shop neither sends nor expects them, and they are nine
 * tenths of the whole.
 */
export type Omitted = ReadonlySet<string>
/** `next_action` has a member for every payment method; these are the card's. */
const CARD_ACTIONS = new Set(['type', 'redirect_to_url', 'use_stripe_sdk'])
/** JSON has integers where TypeScript only says `number`; these are the exceptions. */
const FRACTIONAL = /percent|rate|ratio|latitude|longitude|score/

export interface SchemaWriter {
  of(type: ts.Type): Schema
  /** Named schemas that the written ones refer to as `c#/…`. */
  schemas: Record<string, Schema>
}

/** Turns the client's types into JSON Schema: closed objects, closed enums, integers. */
export function createSchemaWriter(checker: ts.TypeChecker, omitted: Omitted): SchemaWriter {
  const schemas: Record<string, Schema> = {}

  function of(type: ts.Type, name = ''): Schema {
    return literal(type, name) ?? (type.isUnion() ? union(type, name) : structure(type))
  }

  function literal(type: ts.Type, name: string): Schema | undefined {
    const has = (flag: ts.TypeFlags) => (type.flags & flag) !== 0
    if (type.isStringLiteral() || type.isNumberLiteral()) return { enum: [type.value] }
    if (has(ts.TypeFlags.BooleanLiteral)) return { enum: [checker.typeToString(type) === 'true'] }
    if (has(ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
    if (has(ts.TypeFlags.String)) return { type: 'string' }
    if (has(ts.TypeFlags.Number)) return { type: FRACTIONAL.test(name) ? 'number' : 'integer' }
    if (has(ts.TypeFlags.Null)) return { type: 'null' }
    if (has(ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.Void)) return { not: {} }
    return undefined
  }

  function union(type: ts.UnionType, name: string): Schema {
    const values: unknown[] = []
    const others = new Map<string, Schema>()
    let open = false
    for (const part of type.types) {
      if (isOtherString(part)) {
        open = true
        continue
      }
      const schema = of(part, name)
      if (Array.isArray(schema.enum)) values.push(...(schema.enum as unknown[]))
      else if (!('not' in schema)) others.set(JSON.stringify(schema), schema)
    }
    const texts = values.filter((value) => typeof value !== 'boolean')
    if (texts.length < values.length) others.set('boolean', { type: 'boolean' })
    if (texts.length > 0) others.set('enum', { enum: texts })
    else if (open) others.set('open', { type: 'string' })
    const all = [...others.values()]
    return all.length === 1 && all[0] ? all[0] : { anyOf: all }
  }

  function structure(type: ts.Type): Schema {
    const symbol = type.aliasSymbol && !type.aliasTypeArguments ? type.aliasSymbol : type.symbol
    if (isOtherString(type)) return { type: 'string' }
    if (/^Decimal(Impl)?$/.test(symbol?.name ?? '')) return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
    if (checker.isArrayType(type)) return { type: 'array', items: of(firstArgument(type)) }
    if (symbol?.name === 'ApiList') return listSchema(of(firstArgument(type)))
    const index = checker.getIndexInfosOfType(type)[0]
    if (!symbol || symbol.name.startsWith('__') || index) return build(type)
    const name = qualifiedName(symbol)
    const isObject = ['id', 'object'].every((key) => type.getProperty(key))
    if (isObject && !SHOWN.has(symbol.name)) return { type: 'object', required: ['id', 'object'] }
    if (!schemas[name]) {
      schemas[name] = {}
      schemas[name] = build(type)
    }
    return { $ref: `c#/${name}` }
  }

  function build(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const property of checker.getPropertiesOfType(type)) {
      if (property.name === 'lastResponse' || omitted.has(property.name)) continue
      if (type.symbol.name === 'NextAction' && !CARD_ACTIONS.has(property.name)) continue
      const schema = of(checker.getTypeOfSymbol(property), property.name)
      if ('not' in schema) continue
      properties[property.name] = schema
      if ((property.flags & ts.SymbolFlags.Optional) === 0) required.push(property.name)
    }
    const index = checker.getIndexInfosOfType(type)[0]
    return { type: 'object', properties, required, additionalProperties: index ? of(index.type) : false }
  }

  const firstArgument = (type: ts.Type): ts.Type => {
    const found = (type.aliasTypeArguments ?? checker.getTypeArguments(type as ts.TypeReference))[0]
    if (!found) throw new Error(`${checker.typeToString(type)} has no argument`)
    return found
  }
  const qualifiedName = (symbol: ts.Symbol) => {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName.split('/resources/')[1] ?? 'shared'
    const inside = checker.getFullyQualifiedName(symbol).replace(/^".*?"\./, '')
    return `${file.replace('.d.ts', '').replaceAll('/', '_')}.${inside}`
  }
  return { of, schemas }
}

/** `OtherString` keeps an enum open for future values; the sandbox must use the known ones. */
function isOtherString(type: ts.Type): boolean {
  return type.isIntersection() && type.types.some((part) => (part.flags & ts.TypeFlags.String) !== 0)
}

export function listSchema(items: Schema): Schema {
  return {
    type: 'object',
    properties: {
      object: { enum: ['list'] },
      data: { type: 'array', items },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
      total_count: { type: 'integer' },
    },
    required: ['object', 'data', 'has_more', 'url'],
    additionalProperties: false,
  }
}
