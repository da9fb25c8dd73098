import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { bundleProcess } from './bundle-process.ts'
import { type StopPoint } from './stop-points.ts'

/** The service died during a request; a browser sees a broken connection. */
export class ServiceDied extends Error {}

export interface KillableService {
  /** @throws ServiceDied */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Waits for the end of the process and returns the signal that ended it. */
  ended(): Promise<string | null>
  kill(): void
}

/** Starts the service as a process of its own that kills itself at the point. */
export async function startKillableService(
  { name }: StopPoint,
  { databaseUrl, smtpUrl, now }: { databaseUrl: string; smtpUrl: string; now: string },
): Promise<KillableService> {
  const service = bundleProcess('killed-service')
  const child = spawn(process.execPath, [service, databaseUrl, smtpUrl, now, name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<string | null>((settle) =>
    child.once('exit', (_, signal) => {
      settle(signal)
    }),
  )
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
