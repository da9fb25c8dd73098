import { QUARTER, VersionReply } from '#contract/version.ts'
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

/**
 * What was made for a version is used for a quarter of an hour at most, because days begin on a
 * quarter in every time zone: it may name today or contain what is published on that day (decision
 * 055).
 */
const QUARTER_MS = 15 * 60_000

/** Adds the quarter of an hour to the version. */
export function withQuarter(
  askVersion: () => Promise<string | undefined>,
  clock: () => number = Date.now,
): () => Promise<string | undefined> {
  return async () => {
    const version = await askVersion()
    return version && `${version} ${QUARTER}=${String(Math.floor(clock() / QUARTER_MS))}`
  }
}

/**
 * @returns the result of `run`
 * @throws after a timeout; the page is then rendered again
 */
export async function withinPatience<T>(run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  // Ending a timer by an `AbortController` makes an error with its stack, for each read of the version.
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The version was not told in time'))
    }, PATIENCE)
  })
  return Promise.race([run(), over]).finally(() => {
    clearTimeout(timer)
  })
}
