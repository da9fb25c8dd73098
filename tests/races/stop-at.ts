import pg from 'pg'
import { type Mailer } from '#api/gateways/mailer.ts'
import { type StopPoint } from './stop-points.ts'

/** The gateways report each step; `stop` never returns at the stop point. */
export interface StopObserver {
  /** A connection that reports each statement. */
  Client: typeof pg.Client
  watchFetch(fetchAt: typeof fetch): typeof fetch
  watchMailer(mailer: Mailer): Mailer
}

type Moment = StopPoint['when']

/**
 * Ends the process like `kill -9` from outside: no handler runs, nothing is flushed, connections
 * break.
 */
const die = () => process.kill(process.pid, 'SIGKILL')

/**
 * Wraps the gateways so that they kill this process at a point; without a point they only pass
 * calls on.
 */
export function stopAt(point: Pick<StopPoint, 'when' | 'doing' | 'nth'> | undefined): StopObserver {
  let left = point?.nth ?? 1
  const at = (when: Moment, reached: () => boolean) => {
    if (point?.when !== when || !reached()) return
    left -= 1
    if (left === 0) die()
  }
  const doing = point?.doing
  const statement = (when: Moment, said: string, transaction: readonly string[]) => {
    at(when, () => {
      if (doing === undefined) return false
      if ('runs' in doing) return doing.runs.test(said)
      return 'commits' in doing && said === 'commit' && transaction.some((one) => doing.commits.test(one))
    })
  }
  return {
    Client: watchedClient(statement),
    watchFetch: (fetchAt) => async (input, init) => {
      const request = new Request(input, init)
      const call = `${request.method} ${new URL(request.url).pathname}`
      const isIt = () => doing !== undefined && 'calls' in doing && doing.calls.test(call)
      at('before', isIt)
      const response = await fetchAt(request)
      const answer = await response.clone().text()
      at(
        'after',
        () =>
          isIt() &&
          (doing !== undefined && 'calls' in doing && doing.answered ? doing.answered.test(answer) : true),
      )
      return response
    },
    watchMailer: (mailer) => ({
      send: async (mail) => {
        const isIt = () => doing !== undefined && 'sends' in doing && doing.sends.test(mail.subject)
        at('before', isIt)
        await mailer.send(mail)
        at('after', isIt)
      },
    }),
  }
}

/**
 * Reports each statement before it is sent and after its answer arrived, with the statements of the
 * transaction so far.
 */
function watchedClient(tell: (when: Moment, said: string, transaction: readonly string[]) => void) {
  return class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const send: (...parts: unknown[]) => unknown = super.query.bind(this) as never
      let transaction: string[] = []
      const query = (...parts: unknown[]): unknown => {
        const said = textOf(parts)
        transaction = said === 'begin' ? [] : [...transaction, said]
        const sofar = transaction
        tell('before', said, sofar)
        const last = parts.at(-1)
        if (typeof last === 'function') {
          const told = (...answer: unknown[]) => {
            tell('after', said, sofar)
            Reflect.apply(last, undefined, answer)
          }
          return send(...parts.slice(0, -1), told)
        }
        return Promise.resolve(send(...parts)).then((answer) => {
          tell('after', said, sofar)
          return answer
        })
      }
      Object.defineProperty(this, 'query', { value: query })
    }
  }
}

/** Puts the statement on one line with its values behind it. */
function textOf([first, second]: unknown[]): string {
  const isObject = typeof first === 'object' && first !== null
  const text = isObject && 'text' in first ? String(first.text) : String(first)
  const values = isObject && 'values' in first && first.values ? first.values : second
  const shown = Array.isArray(values) && values.length > 0 ? ` -- ${JSON.stringify(values)}` : ''
  return `${text.replaceAll(/\s+/g, ' ').trim()}${shown}`
}
