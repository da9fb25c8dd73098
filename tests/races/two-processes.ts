import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundleProcess } from './bundle-process.ts'

export interface ServiceProcesses {
  /** Calls `/v1` and alternates between the processes, starting with the first. */
  call(method: string, path: string, options?: CallOptions): Promise<{ status: number; body: unknown }>
  stop(): Promise<void>
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  /** The process that answers; they alternate unless it is given. */
  process?: 0 | 1
}

/** Two service processes on one database, each with its own connections. */
export async function startTwoProcesses(
  databaseUrl: string,
  mode?: 'unlocked' | 'limited',
): Promise<ServiceProcesses> {
  const started = await Promise.all([startOne(databaseUrl, mode), startOne(databaseUrl, mode)])
  let turn = 0
  return {
    call: async (method, path, { token, body, headers = {}, process } = {}) => {
      const one = started[process ?? turn++ % started.length]
      const response = await fetch(`http://127.0.0.1:${String(one?.port)}${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    stop: async () => {
      await Promise.all(started.map(({ child }) => stopOne(child)))
    },
  }
}

async function startOne(databaseUrl: string, mode: string | undefined) {
  const parameters = [databaseUrl, ...(mode === undefined ? [] : [mode])]
  const child = spawn(process.execPath, [bundleProcess('shop-process'), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`The service process ended with ${String(code)}`))
    })
    createInterface({ input: child.stdout }).once('line', (line) => {
      resolve(Number(line))
    })
  })
  return { child, port }
}

function stopOne(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve()
    }),
  )
  child.stdin?.end()
  return ended
}
