import { eq } from 'drizzle-orm'
import { sessions } from '#api/db/schema/people.ts'
import { type Account, logInAgain } from '../support/give-tenders.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { type World } from './world.ts'

/** Those who work for the shop. */
export interface Crew {
  admin: Account
  staff: Account
  pilots: readonly Account[]
}

export async function hireCrew(world: World): Promise<Crew> {
  const deps = { ...world.processes[0].deps, database: world.database }
  return {
    admin: await openStaffMember(deps, 'admin'),
    staff: await openStaffMember(deps),
    pilots: [
      await openStaffMember(deps, 'pilot'),
      await openStaffMember(deps, 'pilot'),
      await openStaffMember(deps, 'pilot'),
      await openStaffMember(deps, 'pilot'),
    ],
  }
}

/** Logs a member of the crew in with the second factor. */
export async function clockIn(world: World, { userId }: Account): Promise<string> {
  const deps = { ...world.processes[0].deps, database: world.database }
  const token = await logInAgain(deps, userId)
  const { db } = world.database
  await db.update(sessions).set({ secondFactorAt: deps.clock.now() }).where(eq(sessions.userId, userId))
  return token
}
