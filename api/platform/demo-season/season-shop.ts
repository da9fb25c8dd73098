import { and, eq } from 'drizzle-orm'
import { roles, userRoles, users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { authenticate, openSession } from '../../access/authenticate.ts'
import { registerGuest } from '../../accounts/register-guest.ts'
import { registerUser } from '../../accounts/register-user.ts'
import { type RoleName, type SignedInCaller } from '../../http/http.ts'
import { type Person } from './people.ts'
import { type SeasonRecord } from './season-record.ts'

/** The clock of the season: it stands where the step that runs has set it. */
export interface SeasonClock {
  now(): Date
  wait(ms: number): Promise<void>
  set(at: Date): void
}

export function createSeasonClock(at: Date): SeasonClock {
  let now = at
  return {
    now: () => now,
    wait: () => Promise.resolve(),
    set: (next) => {
      now = next
    },
  }
}

/** What banks and the provider do by themselves, by the season's clock. */
export interface SeasonProvider {
  openDispute(paymentIntent: string): Promise<void>
  decideDispute(dispute: string, how: 'won' | 'lost'): Promise<void>
  /** Does what is due at the provider and hands over the events that change something. */
  settle(): Promise<void>
  /** Forgets events of what has been read already. */
  forgetEvents(): Promise<void>
}

/** The shop while its season is filled. */
export interface SeasonShop {
  /** With the season's clock and without a queue that would wake the jobs. */
  deps: ApiDeps
  clock: SeasonClock
  provider: SeasonProvider
  /** Answers a call of `/v1` by the season's clock. */
  callApi(request: Request): Promise<Response>
  record: SeasonRecord
  /** The moment to which the season is filled. */
  endsAt: Date
  /** The desk, which sells, refunds and moves bookings. */
  staff: SignedInCaller
}

/** The writer of an audit line. */
export const deskOf = ({ staff, clock }: SeasonShop) => ({ userId: staff.userId, at: clock.now() })

/** The writer of rows of the catalogue. */
export const writerOf = ({ staff, clock }: SeasonShop) => ({
  userId: staff.userId,
  roles: staff.roles,
  now: clock.now(),
})

const STAFF = 'staff@example.com'

/** Signs the desk in for the whole season, with the roles that its second factor gives it. */
export async function openDesk(deps: ApiDeps): Promise<SignedInCaller> {
  const { db } = deps.database
  const found = await db
    .select({ userId: users.id, role: roles.name })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(eq(users.email, STAFF), eq(roles.name, 'staff')))
  const [desk] = found
  if (!desk) throw new Error('The demo shop has no staff')
  return callAs(deps, desk.userId, ['staff'])
}

/** A signed-in person: the account's owner, or staff. */
export async function callAs(
  deps: ApiDeps,
  userId: number,
  granted: RoleName[] = [],
): Promise<SignedInCaller> {
  const session = { userId, scope: 'customer' as const, now: deps.clock.now() }
  const { sessionId } = await openSession(deps.database.db, deps, session)
  return { kind: 'customer', sessionId, userId, emailProven: true, roles: granted }
}

/** Somebody who buys without an account. */
export async function callAsGuest(
  deps: ApiDeps,
  { email, phone }: Person,
  brandId: number,
): Promise<SignedInCaller> {
  const guest = await registerGuest(deps, { email, phone, brandId, tagList: [] })
  if (!guest.ok) throw new Error(`A guest was refused: ${guest.reason}`)
  const found = await authenticate(deps, guest.jwt)
  if (!found.ok) throw new Error('A guest’s token was refused')
  return found.caller
}

/** Somebody who registers and buys signed in. */
export async function callAsCustomer(deps: ApiDeps, person: Person): Promise<SignedInCaller> {
  const { db } = deps.database
  const { email, phone, first: first_name, last: last_name } = person
  const registration = { email, phone, first_name, last_name, password: deps.settings.demoPassword }
  const made = await registerUser(deps, { registration })
  if (!made.ok) throw new Error(`An account was refused: ${made.reason}`)
  // As the link in the mail would.
  await db.update(users).set({ emailProvenAt: deps.clock.now() }).where(eq(users.id, made.user.id))
  return callAs(deps, made.user.id)
}
