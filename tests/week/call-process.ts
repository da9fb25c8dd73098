import { type Answer } from '../support/test-api.ts'
import { type Call, isDatabaseFault, readReason, type World } from './world.ts'

/** Of the calls with a key, so many are sent once more, as a phone does that heard no answer. */
const REPEATED = 0.06

let keys = 0

/** Calls a random process; a call that writes has an idempotency key, and some are sent twice. */
export async function callProcess(
  world: World,
  method: string,
  path: string,
  options: Call,
): Promise<Answer> {
  keys += 1
  const isProviders = path.startsWith('/v1/stripe/') || path.startsWith('/v1/twilio/')
  const isWrite = method !== 'GET' && !isProviders
  const headers: Record<string, string> = {
    ...options.headers,
    ...(isWrite ? { 'Idempotency-Key': `week-${String(keys)}` } : {}),
  }
  const once = () => send(world, method, path, { ...options, headers })
  const answer = await once()
  judge(world, `${method} ${path}`, options, answer)
  const isLost = answer.status >= 500
  if (isWrite && (isLost || world.random.chance(REPEATED))) {
    const again = await once()
    const isDone = again.status < 300
    world.count('call sent again', isDone ? 'done' : 'refused', isDone ? undefined : readReason(again))
    // A new visitor is a new session, whatever was sent before.
    // A second press of a delay says that nothing is left to do.
    const isOnce = path !== '/v1/customers' && !path.endsWith('/delays')
    if (isOnce && !isLost && answer.status < 300 && isDone && !isSame(answer, again)) {
      world.find(`${method} ${path} answered one key twice with different things`)
    }
    if (isLost) {
      judge(world, `${method} ${path}`, options, again)
      return again
    }
  }
  return answer
}

const isSame = (one: Answer, other: Answer) => JSON.stringify(one.body) === JSON.stringify(other.body)

function judge(world: World, name: string, { kind }: Call, answer: Answer): void {
  const { status } = answer
  // 503 is the shop's answer while the database or the provider cannot be reached.
  const isProviders = readReason(answer).includes('payment_provider_unavailable')
  const isExcused = isProviders || (status === 503 ? world.faults.size > 0 : isDatabaseFault(world.faults))
  if (status >= 500 && !isExcused) {
    world.find(`${name} answered ${String(status)} ${JSON.stringify(answer.body)}`)
  }
  if (kind === undefined) return
  const how = status < 300 ? 'done' : status < 500 ? 'refused' : 'lost'
  world.count(kind, how, how === 'done' ? undefined : readReason(answer))
}

async function send(world: World, method: string, path: string, options: Call): Promise<Answer> {
  const process = world.random.pick(world.processes)
  const headers = new Headers(options.headers)
  if (options.token !== undefined) headers.set('Authorization', `Bearer ${options.token}`)
  const { body } = options
  if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  const request = new Request(new URL(path, 'http://v1.internal'), {
    method,
    headers,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const visitorAddress = `203.0.113.${String(world.random.between(1, 250))}`
  const response = await process.api.fetch(request, { visitorAddress })
  const text = await response.text()
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : undefined,
  }
}
