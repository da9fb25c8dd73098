import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { type SpeedMeasurement } from './measure-speed.ts'

const floor = (name: string) => resolve(import.meta.dirname, 'floors', name)
const Measured = z.object({ perSecond: z.number(), p95: z.number() })

function lines(child: ChildProcess): () => Promise<string> {
  if (!child.stdout) throw new Error('The floor says nothing')
  const each = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await each.next()
    if (done) throw new Error('The floor ended')
    return value
  }
}

/** Starts an HTTP baseline and returns its address and its start time in milliseconds. */
export async function startServerFloor(
  script: 'bare-server.mjs' | 'react-server.mjs' | 'remix-server.mjs',
  size: number,
) {
  const start = performance.now()
  const child = spawn(process.execPath, [floor(script), String(size)], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await lines(child)()
  return {
    origin: `http://127.0.0.1:${port}`,
    readyAfter: performance.now() - start,
    stop: () => child.kill(),
  }
}

/** Starts the HTTP baseline of a purchase, which answers with the given replies of a real shop. */
export async function startOrderFloor(databaseUrl: string, replies: Record<string, unknown>) {
  const child = spawn(process.execPath, [floor('order-server.mjs'), databaseUrl], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(`${JSON.stringify(replies)}\n`)
  const port = await lines(child)()
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}

/** Starts a baseline that queries the database directly. */
export async function startDatabaseFloor(databaseUrl: string) {
  const child = spawn(process.execPath, [floor('database-floor.mjs'), databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const next = lines(child)
  await next()
  const contestant =
    (mode: 'select' | 'order'): SpeedMeasurement =>
    async (milliseconds) => {
      child.stdin.write(`${mode} ${String(milliseconds)}\n`)
      return Measured.parse(JSON.parse(await next()))
    }
  return { select: contestant('select'), order: contestant('order'), stop: () => child.stdin.end() }
}
