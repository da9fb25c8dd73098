import { setTimeout } from 'node:timers/promises'
import { type ApiDeps } from '#api/deps.ts'
import { fillDemoSeason } from '#api/platform/demo-season/fill-demo-season.ts'
import { readSeason } from '#api/platform/demo-season/season-record.ts'
import { openSeason } from './open-season.ts'

/** Long enough for a page between two steps; all pauses together last a few seconds. */
const PAUSE_MS = 3

interface BackgroundWork {
  healthy(): boolean
  stop(): Promise<void>
}

/**
 * Starts the background work; in a demo shop that is not filled yet, after its season is filled
 * beside the open shop. Until then nothing may end the holds, send the mails or settle the payments
 * of days that are only being written.
 */
export async function fillSeasonBeforeJobs(
  deps: ApiDeps,
  start: () => Promise<BackgroundWork>,
): Promise<BackgroundWork> {
  const season = deps.settings.demoSeed === undefined ? undefined : await readSeason(deps.database.query)
  if (!season || season.isFilled) return start()
  let work: BackgroundWork | undefined
  let isStopped = false
  const filling = (async () => {
    // The shop opens first.
    await pause()
    await fill(deps, () => isStopped)
    if (!isStopped) work = await start()
  })().catch((error: unknown) => {
    deps.log.fatal({ err: error }, 'the background work of the demo shop could not be started')
  })
  return {
    healthy: () => work?.healthy() ?? true,
    stop: async () => {
      isStopped = true
      await filling
      await work?.stop()
    },
  }
}

const pause = () => setTimeout(PAUSE_MS)

/** A season that fails stays as far as it came, and the shop goes on. */
async function fill(deps: ApiDeps, isStopped: () => boolean): Promise<void> {
  const started = performance.now()
  deps.log.info('the demo shop is open and is being filled with its season')
  try {
    const filled = await fillDemoSeason({ ...(await openSeason(deps)), isStopped, pause })
    const seconds = Math.round((performance.now() - started) / 100) / 10
    if (filled) deps.log.info({ seconds, ...filled }, 'the demo shop has its season')
  } catch (error) {
    deps.log.error({ err: error }, 'the season of the demo shop could not be filled')
  }
}
