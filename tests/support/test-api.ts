import pino from 'pino'
import { type Api, createApi } from '#api/app.ts'
import { type ApiDeps } from '#api/deps.ts'
import { type ApiBindings } from '#api/http/http.ts'
import { memoryFiles } from './memory-files.ts'
import { RecordingMailer } from './recording-mailer.ts'
import { seedTestDemo } from './seed-test-demo.ts'
import { TEST_NOW, TestClock } from './test-clock.ts'
import { createDemoDatabase, createTestDatabase } from './test-database.ts'
import { testSettings } from './test-settings.ts'
import { unreachableStripe } from './unreachable-stripe.ts'

export { TEST_NOW }

export interface TestApiOptions extends Partial<Omit<ApiDeps, 'clock' | 'mailer'>> {
  /** The time of the clock; `TEST_NOW` by default. */
  now?: Date | string
  /** Loads the demo shop. */
  seeded?: boolean
}

export interface CallOptions {
  token?: string
  /** The body, sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  bindings?: ApiBindings
}

export interface Answer {
  status: number
  headers: Headers
  /** The parsed JSON, undefined without a body. Narrow it with the contract's schema. */
  body: unknown
}

export interface TestApi {
  api: Api
  deps: ApiDeps
  clock: TestClock
  mailer: RecordingMailer
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  close(): Promise<void>
}

/**
 * `/v1` on a database of its own, with a clock that stands still and a mailer that only records.
 */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const { now = TEST_NOW, seeded = false, ...overrides } = options
  const clock = new TestClock(now)
  const mailer = new RecordingMailer()
  const dumped = seeded && now === TEST_NOW && !overrides.database
  const database = overrides.database ?? (await (dumped ? createDemoDatabase() : createTestDatabase()))
  if (seeded && !dumped) await seedTestDemo(database, clock.now())
  const deps: ApiDeps = {
    settings: testSettings(),
    database,
    clock,
    stripe: unreachableStripe(),
    mailer,
    files: memoryFiles(),
    log: pino({ level: 'silent' }),
    ...overrides,
  }
  const api = createApi(deps)
  return {
    api,
    deps,
    clock,
    mailer,
    call: (method, path, call) => callApi(api, method, path, call),
    close: () => deps.database.close(),
  }
}

async function callApi(api: Api, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
  if (options.body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
  const request = new Request(new URL(path, 'http://v1.internal'), {
    method,
    headers,
    body: options.body === undefined ? null : body,
  })
  const response = await api.fetch(request, { visitorAddress: '203.0.113.7', ...options.bindings })
  const text = await response.text()
  const isPage = /^text\/(?:html|xml)/.test(response.headers.get('Content-Type') ?? '')
  const parsed: unknown = text === '' || isPage ? undefined : JSON.parse(text)
  return { status: response.status, headers: response.headers, body: parsed }
}
