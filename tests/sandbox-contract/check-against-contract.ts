import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import qs from 'qs'
import { readContract } from './stripe-contract.ts'
import { type Schema } from './schema-of-type.ts'

const errorSchema: Schema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        type: { enum: ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error'] },
        code: { type: 'string' },
        message: { type: 'string' },
        param: { type: 'string' },
        decline_code: { type: 'string' },
        charge: { type: 'string', pattern: '^ch_' },
        doc_url: { type: 'string' },
        request_log_url: { type: 'string' },
        payment_intent: { $ref: 'c#/PaymentIntents.PaymentIntent' },
        payment_method: { $ref: 'c#/PaymentMethods.PaymentMethod' },
        setup_intent: { $ref: 'c#/SetupIntents.SetupIntent' },
      },
      required: ['type', 'message'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
}

interface Checkers {
  operations: Record<string, { request: Schema | null; response: Schema }>
  compile(schema: Schema, coerces: boolean): ValidateFunction
}
let checkers: Checkers | undefined

function getCheckers(): Checkers {
  if (checkers) return checkers
  const { operations, schemas } = readContract()
  const make = (coerceTypes: boolean) => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes })
    ajv.addSchema({ ...schemas, $id: 'c' })
    return ajv
  }
  const [plain, coercing] = [make(false), make(true)]
  const compiled = new Map<Schema, ValidateFunction>()
  checkers = {
    operations,
    compile(schema, coerces) {
      const known = compiled.get(schema)
      if (known) return known
      const made = (coerces ? coercing : plain).compile(schema)
      compiled.set(schema, made)
      return made
    },
  }
  return checkers
}

/**
 * Lists what one exchange breaks of the provider's contract; empty when nothing. Requests that the
 * sandbox refused may be invalid.
 */
export async function checkAgainstContract(request: Request, response: Response): Promise<string[]> {
  const { pathname, search } = new URL(request.url)
  const { operations, compile } = getCheckers()
  const name = nameOf(request.method, pathname, Object.keys(operations))
  const operation = name ? operations[name] : undefined
  const where = `${request.method} ${pathname}`
  const body: unknown = await response.json()
  const problems: string[] = []
  const check = (part: string, schema: Schema, value: unknown, coerces = false) => {
    const validate = compile(schema, coerces)
    if (!validate(value))
      problems.push(...(validate.errors ?? []).map((error) => `${where} ${part}${describe(error)}`))
  }
  if (!response.ok) {
    check(`answer ${String(response.status)} `, errorSchema, body)
    return problems
  }
  if (!operation) return [`${where}: the provider has no such operation`]
  const form = request.method === 'GET' ? search.slice(1) : await request.text()
  const sent = qs.parse(form, { depth: 20, arrayLimit: 1000 })
  if (operation.request) check('request ', operation.request, sent, true)
  else if (Object.keys(sent).length > 0) problems.push(`${where} request: takes no parameters`)
  check('answer ', operation.response, body)
  return problems
}

const describe = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`

/** The operation a path belongs to: `/v1/refunds/re_1` → `GET /v1/refunds/{id}`. */
function nameOf(method: string, pathname: string, names: string[]): string | undefined {
  return names.find((name) =>
    new RegExp(`^${name.replaceAll('{id}', '[^/]+')}$`).test(`${method} ${pathname}`),
  )
}

export interface ContractTap {
  /** Passes each exchange to the check; given to `createSandbox`. */
  inspect(request: Request, response: Response): Promise<void>
  /** Everything found so far; a test ends with `expect(tap.problems).toEqual([])`. */
  problems: string[]
}

/**
 * Collects the violations of a whole suite, because a thrown error could look like an outage of the
 * provider.
 */
export function createContractTap(): ContractTap {
  const problems: string[] = []
  return {
    problems,
    inspect: async (request, response) =>
      void problems.push(...(await checkAgainstContract(request, response))),
  }
}
