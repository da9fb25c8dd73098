import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { createSchemaWriter, listSchema, type Schema, type SchemaWriter } from './schema-of-type.ts'

export interface Contract {
  /** The client's version and the API version it speaks. */
  version: string
  /** By `POST /v1/refunds`; ids in paths read `{id}`. */
  operations: Record<string, { request: Schema | null; response: Schema }>
  schemas: Record<string, Schema>
}

/**
 * Optional members that the shop does not use are left out, so that it cannot come to depend on
 * them unnoticed.
 */
const UNUSED = [
  'amount_details',
  'payment_details',
  'hooks',
  'subscription_data',
  'mandate_data',
  'branding_settings',
  'optional_items',
  'name_collection',
]

const RESOURCES = [
  'Customers',
  'PaymentMethods',
  'PaymentIntents',
  'SetupIntents',
  'ConfirmationTokens',
  'Charges',
  'Refunds',
  'Disputes',
  'BalanceTransactions',
  'Payouts',
  'Checkout/Sessions',
  'Products',
  'Prices',
  'Subscriptions',
  'Invoices',
  'Events',
]

/** The folder of the installed client. */
export const clientFolder = () => join(dirname(createRequire(import.meta.url).resolve('stripe')), '..')

export function clientVersion(): string {
  const { version } = JSON.parse(readFileSync(join(clientFolder(), 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/**
 * Reads the provider's API out of the installed `stripe` client: verb and path stand in its
 * JavaScript, parameters and results in its types, and both are generated from the provider's own
 * API description. It takes seconds.
 */
export function deriveContract(wanted: (call: string) => boolean): Contract {
  const folder = join(clientFolder(), 'esm/resources')
  const files = RESOURCES.map((name) => ({
    script: join(folder, `${name}.js`),
    types: join(folder, `${name}.d.ts`),
  }))
  const program = ts.createProgram(
    files.map(({ types }) => types),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: [],
      noEmit: true,
    },
  )
  const checker = program.getTypeChecker()
  const writer = createSchemaWriter(checker, membersLeftOut(checker, program))
  const contract: Contract = { version: clientVersion(), operations: {}, schemas: writer.schemas }
  for (const { script, types } of files) {
    const source = program.getSourceFile(types)
    if (!source) throw new Error(`${types} is missing`)
    const calls = readCalls(readFileSync(script, 'utf8'))
    for (const method of methodsOf(source)) {
      const call = calls.get(method.name.getText())
      if (call && wanted(call))
        contract.operations[call] ??= describe(checker, writer, method, types.endsWith('Events.d.ts'))
    }
  }
  return contract
}

/**
 * The values of `PaymentMethod.type` except the card, because objects describe each under a member
 * of that name; and more.
 */
function membersLeftOut(checker: ts.TypeChecker, program: ts.Program): Set<string> {
  const source = program
    .getSourceFiles()
    .find(({ fileName }) => fileName.endsWith('/resources/PaymentMethods.d.ts'))
  const declared = source?.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'PaymentMethod')
  const symbol = declared && checker.getTypeAtLocation(declared).getProperty('type')
  const types = symbol ? checker.getTypeOfSymbol(symbol) : undefined
  if (!types?.isUnion()) throw new Error('The client does not list the ways to pay any more')
  const others = types.types.flatMap((one) =>
    one.isStringLiteral() && one.value !== 'card' ? [one.value] : [],
  )
  return new Set([...others, ...UNUSED])
}

/** Method name → `POST /v1/refunds/{id}/cancel`, from the generated JavaScript. */
function readCalls(script: string): Map<string, string> {
  const call =
    /^ {4}(\w+)\([^)]*\) \{\n\s+(?:const .*\n\s+)?return this\._makeRequest\('(\w+)', (`[^`]+`|'[^']+')/gm
  return new Map(
    [...script.matchAll(call)].map(([, name = '', verb = '', path = '']) => [
      name,
      `${verb.toUpperCase()} ${path.slice(1, -1).replace(/\$\{encodeURIComponent\(\w+\)\}/g, '{id}')}`,
    ]),
  )
}

const methodsOf = (source: ts.SourceFile) =>
  source.statements.filter(ts.isClassDeclaration).flatMap((one) => one.members.filter(ts.isMethodDeclaration))

function describe(
  checker: ts.TypeChecker,
  writer: SchemaWriter,
  method: ts.MethodDeclaration,
  isEvent: boolean,
) {
  const signature = checker.getSignatureFromDeclaration(method)
  if (!signature) throw new Error(`${method.name.getText()} has no signature`)
  const params = signature.parameters.find(({ name }) => name === 'params')
  const request = params ? writer.of(checker.getNonNullableType(checker.getTypeOfSymbol(params))) : null
  const returned = signature.getReturnType()
  const isList = /List/.test((returned.aliasSymbol ?? returned.symbol).name)
  // The client's events are a union of hundreds of types; their envelope is described by hand.
  const one = isEvent ? eventSchema : writer.of(resultOf(checker, returned))
  return { request, response: isList ? listSchema(one) : one }
}

/** `Promise<Response<Customer>>` and `ApiListPromise<Customer>` → `Customer`. */
function resultOf(checker: ts.TypeChecker, returned: ts.Type): ts.Type {
  const inner = (returned.aliasTypeArguments ?? checker.getTypeArguments(returned as ts.TypeReference))[0]
  if (!inner) throw new Error('A call without a result')
  const unwrapped = inner.aliasTypeArguments?.[0] ?? (inner.isIntersection() ? inner.types[0] : inner)
  return unwrapped ?? inner
}

const eventSchema: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^evt_' },
    object: { enum: ['event'] },
    api_version: { type: 'string' },
    created: { type: 'integer' },
    data: {
      type: 'object',
      properties: {
        object: { type: 'object', required: ['id', 'object'] },
        previous_attributes: { type: 'object' },
      },
      required: ['object'],
      additionalProperties: false,
    },
    livemode: { enum: [false] },
    pending_webhooks: { type: 'integer' },
    request: {
      type: 'object',
      properties: {
        id: { type: ['string', 'null'] },
        idempotency_key: { type: ['string', 'null'] },
      },
      required: ['id', 'idempotency_key'],
      additionalProperties: false,
    },
    type: { type: 'string', pattern: '^[a-z_]+(\\.[a-z_]+)+$' },
  },
  required: [
    'id',
    'object',
    'api_version',
    'created',
    'data',
    'livemode',
    'pending_webhooks',
    'request',
    'type',
  ],
  additionalProperties: false,
}
