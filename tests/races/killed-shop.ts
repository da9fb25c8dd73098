import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { type StopPoint } from './stop-points.ts'

const root = resolve(import.meta.dirname, '../..')
const bundle = join(root, '.cache/races/killed-service.mjs')

/** The service died while it was asked something: what a browser sees as a broken connection. */
export class ServiceDied extends Error {}

export interface DoomedService {
  /** @throws ServiceDied */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The signal it ended by; waits for it. */
  ended(): Promise<string | null>
  kill(): void
}

/** Makes one file of the service and its gateways, so that a start takes half a second. Once for a run. */
export function bundleService(): void {
  const rooms = ['api', 'app', 'contract', 'sandbox', 'settings', 'tests']
  buildSync({
    absWorkingDir: root,
    entryPoints: ['tests/races/killed-service.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Names with # would count as packages otherwise.
    alias: Object.fromEntries(rooms.map((room) => [`#${room}`, `./${room}`])),
    logLevel: 'error',
  })
}

/** Starts the service as a process of its own that will kill itself at the point. */
export async function startDoomed(
  { name }: StopPoint,
  { databaseUrl, smtpUrl, now }: { databaseUrl: string; smtpUrl: string; now: string },
): Promise<DoomedService> {
  const child = spawn(process.execPath, [bundle, databaseUrl, smtpUrl, now, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<string | null>((settle) => child.once('exit', (_, signal) => { settle(signal) })) // prettier-ignore
  const port = await portOf(child, ended)
  return {
    fetch: async (path, init) => {
      try {
        return await fetch(`http://127.0.0.1:${port}${path}`, init)
      } catch (error) {
        throw new ServiceDied(`the service died at ${path}`, { cause: error })
      }
    },
    ended: () => ended,
    kill: () => child.kill('SIGKILL'),
  }
}

function portOf(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  const { stdout } = child
  if (!stdout) throw new Error('The service has no output')
  const line = new Promise<string>((settle) => createInterface({ input: stdout }).once('line', settle))
  const failed = ended.then(() => Promise.reject(new Error('The service ended before it listened')))
  return Promise.race([line, failed])
}
