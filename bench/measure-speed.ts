import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { resolve } from 'node:path'

export interface Speed {
  name: string
  /** Answers a second. */
  perSecond: number
  /** A bare server's answers a second with as many bytes, in the same run. */
  floorPerSecond: number
  /** 95 of 100 answers were quicker, milliseconds. */
  p95: number
}

export interface Ask {
  name: string
  path: string
  method: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: string
}

const CONNECTIONS = 8
const WARM_UP = 1000
const MEASURED = 4000

/** Asks for one thing over and over on a few connections, and then a bare server for as many bytes. */
export async function measureSpeed(origin: string, ask: Ask): Promise<Speed> {
  const once = await send(origin, ask, new Agent())
  if (once.status >= 300) throw new Error(`${ask.path} answered ${String(once.status)}`)
  const floor = await startFloor(once.bytes)
  try {
    await load(origin, ask, WARM_UP)
    const measured = await load(origin, ask, MEASURED)
    await load(floor.origin, ask, WARM_UP / 2)
    const bare = await load(floor.origin, ask, MEASURED / 2)
    return {
      name: ask.name,
      perSecond: measured.perSecond,
      floorPerSecond: bare.perSecond,
      p95: measured.p95,
    }
  } finally {
    floor.stop()
  }
}

async function load(origin: string, ask: Ask, milliseconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const start = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - start < milliseconds) {
        const sent = performance.now()
        const { status } = await send(origin, ask, agent)
        if (status >= 300) throw new Error(`${ask.path} answered ${String(status)} under load`)
        times.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { perSecond: times.length / seconds, p95: times[Math.floor(times.length * 0.95)] ?? 0 }
}

function send(origin: string, ask: Ask, agent: Agent): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = ask.body
      ? { 'Content-Type': 'application/json', 'Content-Length': String(ask.body.length) }
      : {}
    const request = httpRequest(origin + ask.path, { method: ask.method, agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes })
      })
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(ask.body)
  })
}

/** A bare server of the same Node, and how long it took to answer, milliseconds. */
export async function startFloor(bytes: number) {
  const start = performance.now()
  const script = resolve(import.meta.dirname, 'floors/bare-server.mjs')
  const server = spawn(process.execPath, [script, String(bytes)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  const readyAfter = performance.now() - start
  return { origin: `http://127.0.0.1:${port.toString().trim()}`, readyAfter, stop: () => server.kill() }
}
