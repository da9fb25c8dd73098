import { type Logger } from 'pino'
import type Stripe from 'stripe'
import { type Settings } from '#settings/settings.ts'
import { type Database } from './db/client.ts'
import { type Clock } from './gateways/clock.ts'
import { type DiskWatch } from './gateways/disk-watch.ts'
import { type FileStore } from './gateways/file-store.ts'
import { type JobQueue } from './db/job-queue.ts'
import { type Mailer } from './gateways/mailer.ts'
import { type Texter } from './gateways/texter.ts'
import { type WeatherService } from './gateways/weather-service.ts'
import { type SlotStore } from './slots/slot-store.ts'

/**
 * What the service needs from outside; composed in `server.ts`, and by the tests with their own
 * clock and provider.
 */
export interface ApiDeps {
  settings: Settings
  database: Database
  clock: Clock
  /** The `stripe` client: at the real provider, or at the sandbox through the same interface. */
  stripe: Stripe
  mailer: Mailer
  /** Texts to phones; absent where none are sent. */
  texter?: Texter | undefined
  /** Observations and forecasts of stations; absent where no service is asked. */
  weather?: WeatherService | undefined
  /** Photos. */
  files: FileStore
  /**
   * Wakes the workers as soon as a transaction commits; without it their work waits for the next
   * minute.
   */
  jobs?: JobQueue
  /** Remembers that a disk was full; without it nobody is told but the log. */
  disks?: DiskWatch
  log: Logger
  /** Where seats are counted; the locking store of the database unless given. */
  slotStore?: SlotStore
}
