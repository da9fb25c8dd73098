import { expect } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { JwtReply } from '#contract/people.ts'
import { type SharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, departureAt } from '../support/shopper.ts'
import { testSettings } from '../support/test-settings.ts'
import { type ServiceProcesses, startTwoProcesses } from './two-processes.ts'

/** The demo shop behind two service processes. */
export interface TwoProcessShop {
  database: Database
  services: ServiceProcesses
  close(): Promise<void>
}

export async function openTwoProcessShop(
  postgres: SharedPostgres,
  mode?: 'unlocked',
): Promise<TwoProcessShop> {
  const databaseUrl = await postgres.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await seedDemo(database.db, {
    now: new Date(),
    demoPassword: 'fly-demo',
    codes: createCodeVault(testSettings().secrets.code),
  })
  await database.query('delete from departure_exceptions')
  const services = await startTwoProcesses(databaseUrl, mode)
  const close = async () => {
    await services.stop()
    await database.close()
  }
  return { database, services, close }
}

/** Finds a weekday flight at half past two for 229 a seat, `week` weeks from now. */
export async function weekdayFlight(
  { database }: Pick<TwoProcessShop, 'database'>,
  week: number,
): Promise<ChosenDeparture> {
  let day = addDays(toLocalDate(new Date(), 'America/New_York'), 7 * week)
  while ([0, 5, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) day = addDays(day, 1)
  return departureAt({ deps: { database } }, 6, day, '14:30')
}

/** Returns the token of a new guest. */
export async function createGuestToken({ services }: TwoProcessShop, email: string): Promise<string> {
  const { status, body } = await services.call('POST', '/v1/customers', { body: { customer: { email } } })
  expect(status).toBe(201)
  return JwtReply.parse(body).jwt
}
