import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { PRODUCT_SECRETS } from '../races/product-secrets.ts'
import { freePorts } from '../support/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const Processes = z.array(z.object({ name: z.string(), port: z.number(), pid: z.number().nullable() }))

export interface Cluster {
  /** Where visitors come in, without a trailing slash. */
  origin: string
  /** The origin of one process: `shop1`. */
  originOf(name: string): string
  processes(): z.infer<typeof Processes>
  /** Restarts all processes one by one and waits for the last. */
  restartAll(): Promise<void>
  /** Ends one process at once, by its name, and waits until another runs in its place. */
  kill(name: string): Promise<void>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
  output(): string
}

export interface ClusterParts {
  databaseUrl: string
  processes: number
  environment?: Record<string, string>
}

/** Runs what `npm run start:cluster` runs, on the built shop. */
export async function startCluster({ databaseUrl, processes, environment }: ClusterParts): Promise<Cluster> {
  const port = await freePorts(processes + 3)
  const dataDir = mkdtempSync(join(tmpdir(), 'cluster-data-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/start-cluster.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      CLUSTER_PROCESSES: String(processes),
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'warn',
      ...PRODUCT_SECRETS,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number | null>((settle) => child.once('exit', settle))
  const read = () =>
    Processes.parse(JSON.parse(readFileSync(join(dataDir, 'cluster/processes.json'), 'utf8')))
  const killAll = () => {
    child.kill('SIGKILL')
    for (const { pid } of read()) if (pid !== null) process.kill(pid, 'SIGKILL')
  }
  process.once('exit', killAll)
  /** How often it was said. */
  const said = (words: string) => output.split(words).length - 1
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      if (child.exitCode !== null)
        throw new Error(`The cluster ended with ${String(child.exitCode)}:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await until(() => said('are ready at') > 0)
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    originOf: (name) =>
      `http://127.0.0.1:${String(read().find((one) => one.name === name)?.port ?? 'no such process')}`,
    processes: read,
    restartAll: async () => {
      const before = said('all processes are restarted')
      child.kill('SIGUSR2')
      await until(() => said('all processes are restarted') > before)
    },
    kill: async (name) => {
      const pid = () => read().find((one) => one.name === name)?.pid ?? null
      const killed = pid()
      if (killed === null) throw new Error(`${name} does not run`)
      process.kill(killed, 'SIGKILL')
      await until(() => pid() !== null && pid() !== killed)
    },
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      process.off('exit', killAll)
      rmSync(dataDir, { recursive: true, force: true })
      return code
    },
    output: () => output,
  }
}
