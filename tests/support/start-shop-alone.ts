import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { freePort } from './free-port.ts'
import { startShop } from './start-shop.ts'

const root = resolve(import.meta.dirname, '../..')
export const SESSION_SECRET = 'a-session-secret-of-more-than-32-letters'

export interface StandaloneShop {
  /** The origin without a trailing slash. */
  origin: string
  stop(): Promise<unknown>
}

/**
 * The ways in which the shop runs alone: the built product with `API_URL`, and the compiled shop
 * under `remix-serve`.
 */
export const standaloneModes = ['server.js', 'remix-serve'] as const

/** Starts the shop alone against the `/v1` at an address. */
export async function startStandaloneShop(
  way: (typeof standaloneModes)[number],
  apiUrl: string,
  { port, environment = {} }: { port?: number; environment?: Record<string, string> } = {},
): Promise<StandaloneShop> {
  const settings = { API_URL: apiUrl, SESSION_SECRET, ...environment }
  if (way === 'server.js') return startShop({ environment: settings, ...(port ? { port } : {}) })
  return startRemixServe(settings, port ?? (await freePort()))
}

async function startRemixServe(settings: Record<string, string>, port: number): Promise<StandaloneShop> {
  const command = resolve(root, 'node_modules/@remix-run/serve/dist/cli.js')
  const shop = spawn(process.execPath, [command, './build/server/index.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((settle) => shop.once('exit', settle))
  const kill = () => shop.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((listening, failed) => {
    shop.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('[remix-serve]')) listening()
    })
    let complaint = ''
    shop.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    void ended.then(() => {
      failed(new Error(`remix-serve ended before it listened:\n${complaint}`))
    })
  })
  return {
    origin: `http://localhost:${String(port)}`,
    stop: () => {
      process.off('exit', kill)
      // The process has nothing to close, and would wait until browsers close their connections.
      shop.kill('SIGKILL')
      return ended
    },
  }
}
