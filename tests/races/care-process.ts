import { sendCare } from '#api/care/send-care.ts'
import { decideMinimums } from '#api/disruptions/decide-minimums.ts'
import { processDelays } from '#api/disruptions/delays/work-delays.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { carePoints } from './care-points.ts'
import { composeKillable } from './compose-killable.ts'
import { openKillableDatabase } from './killable-database.ts'
import { stopAt } from './stop-at.ts'

/**
 * Writes what is due by itself, tells of delays and decides of departures, as a process of its own:
 * `node care-process.mjs <database url> <instant> [point]`. It kills itself at the point, or ends when the
 * work is done.
 */
const [databaseUrl = '', now = '', name] = process.argv.slice(2)
const point = carePoints.find((one) => one.name === name)
const database = openKillableDatabase(databaseUrl, stopAt(point))
const { deps } = await composeKillable({ database, now, mailer: new RecordingMailer() })
await sendCare(deps)
await processDelays(deps)
await decideMinimums(deps)
await database.close()
process.exit(0)
