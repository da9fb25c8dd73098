import { setTimeout as pause } from 'node:timers/promises'
import { VersionReply } from '#contract/version.ts'
import { shareNextRun } from './share-next-run.ts'

const MINUTE = 60_000
/** The timeout of the version call; after it the page is rendered again. */
const PATIENCE = 2000

type VersionAnswer = { known: true; version: string } | { known: false; lacksCall: boolean }

/**
 * Creates a function that requests the version of the public data from `/v1`. It returns undefined
 * without an answer; a service without this call is not asked again for a minute.
 */
export function createVersionReader(
  callApi: (request: Request) => Promise<Response>,
  origin: string,
): () => Promise<string | undefined> {
  let lacksCallUntil = 0
  const ask = shareNextRun(async (): Promise<VersionAnswer> => {
    const signal = AbortSignal.timeout(PATIENCE)
    const response = await callApi(new Request(`${origin}/v1/version`, { signal })).catch(() => undefined)
    const body: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined
    const reply = VersionReply.safeParse(body)
    if (reply.success) return { known: true, version: reply.data.version }
    return { known: false, lacksCall: response?.ok === true || response?.status === 404 }
  })
  return async () => {
    if (performance.now() < lacksCallUntil) return undefined
    const asked = await ask()
    if (asked.known) return asked.version
    if (asked.lacksCall) lacksCallUntil = performance.now() + MINUTE
    return undefined
  }
}

/** @returns The result of `run`, or undefined after a timeout; the page is then rendered again. */
export async function withinPatience<T>(run: () => Promise<T>): Promise<T | undefined> {
  const done = new AbortController()
  const over = pause(PATIENCE, undefined, { signal: done.signal }).catch(() => undefined)
  return Promise.race([run(), over]).finally(() => {
    done.abort()
  })
}
