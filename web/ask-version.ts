import { VersionReply } from '#contract/version.ts'
import { shareNextRun } from './share-next-run.ts'

const MINUTE = 60_000
/** A service that is slow to say so is not worth waiting for: the page is then made anew. */
const PATIENCE = 2000

type VersionAnswer = { known: true; version: string } | { known: false; lacksCall: boolean }

/**
 * Asks `/v1` for the version of what everybody sees; undefined when it cannot tell. A service that
 * does not have the call is left alone for a minute.
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
