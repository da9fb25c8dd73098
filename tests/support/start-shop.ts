import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { freePort } from './free-port.ts'

const root = resolve(import.meta.dirname, '../..')

const Mails = z.array(
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    links: z.array(z.string()),
    attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })),
  }),
)

/** The settings that a demo shop needs to start under a public address. */
export const PUBLIC_DEMO = {
  DEMO_PASSWORD: 'fly-demo-of-the-tests',
  SANDBOX_PASSWORD: 'sandbox-of-the-tests',
}

export interface StartOptions {
  /** Settings beside the test's own. */
  environment?: Record<string, string>
  /**
   * The directory stays when the shop stops; without one the function makes a fresh one and removes
   * it.
   */
  dataDir?: string
  port?: number
}

export interface RunningShop {
  /** The origin without a trailing slash. */
  origin: string
  port: number
  pid: number
  dataDir: string
  /** Milliseconds from the start of the process to the first ready answer. */
  readyAfter: number
  /** The JSON log lines so far. */
  log(): Record<string, unknown>[]
  /** Everything that the process wrote. */
  output(): string
  /** Lists the mails in the sandbox mailbox for an address, newest first. */
  mails(to: string): Promise<z.infer<typeof Mails>>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
}

/** As `npm start` has them. */
const NODE_OPTIONS = ['--expose-gc', '--max-semi-space-size=32']

/**
 * Starts the built product as its own process on a free port and waits until it is ready.
 * @throws with the process's output when it ends before it is ready
 */
export async function startShop(options: StartOptions = {}): Promise<RunningShop> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'shop-data-'))
  const start = performance.now()
  const shop = spawn(process.execPath, [...NODE_OPTIONS, join(root, 'build/server.js')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      // All tests come from one address; tests of the limits set this back to 1.
      LIMIT_FACTOR: '1000',
      // A machine that runs many tests at once is slow, not wrong; tests of a busy shop make their own.
      BUSY_DELAY_MS: '600000',
      // Tests count what they made themselves.
      DEMO: 'small',
      // One sign-in serves all tests of a worker, and one account logs in from many browsers.
      STAFF_PROOF_MINUTES: '1440',
      SIGN_IN_MAILS: 'false',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = new Promise<number | null>((settle) => shop.once('exit', settle))
  const kill = () => shop.kill('SIGKILL')
  process.once('exit', kill)

  const origin = `http://localhost:${String(port)}`
  await Promise.race([
    untilReady(origin),
    ended.then((code) => {
      throw new Error(`The shop ended with ${String(code)} before it was ready:\n${output}`)
    }),
  ])
  return {
    origin,
    port,
    pid: shop.pid ?? 0,
    dataDir,
    readyAfter: performance.now() - start,
    output: () => output,
    log: () => output.split('\n').flatMap(parseLine),
    mails: async (to) => {
      const password = options.environment?.['SANDBOX_PASSWORD']
      const headers: Record<string, string> =
        password === undefined ? {} : { Authorization: `Basic ${btoa(`test:${password}`)}` }
      const answer = await fetch(`${origin}/sandbox/mail.json?to=${encodeURIComponent(to)}`, { headers })
      return Mails.parse(await answer.json())
    },
    stop: async () => {
      shop.kill('SIGTERM')
      const code = await ended
      process.off('exit', kill)
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Asks until the answer is yes; the test's own timeout ends it. */
export async function untilReady(origin: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

const LogLine = z.record(z.string(), z.unknown())

function parseLine(line: string): Record<string, unknown>[] {
  if (!line.startsWith('{')) return []
  try {
    return [LogLine.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
