import { processDepartureCancellations } from '#api/disruptions/work-departure-cancellations.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { composeKillable } from './compose-killable.ts'
import { openKillableDatabase } from './killable-database.ts'
import { stopAt } from './stop-at.ts'
import { weatherHoldPoints, weatherPoints } from './weather-points.ts'

/**
 * Works on what is called off as a process of its own: `node weather-process.mjs <database url>
 * <instant> [point]`. It kills itself at the point, or ends when the work is done.
 */
const [databaseUrl = '', now = '', name] = process.argv.slice(2)
const point = [...weatherPoints, ...weatherHoldPoints].find((one) => one.name === name)
const database = openKillableDatabase(databaseUrl, stopAt(point))
const { deps } = await composeKillable({ database, now, mailer: new RecordingMailer() })
await processDepartureCancellations(deps)
await database.close()
process.exit(0)
