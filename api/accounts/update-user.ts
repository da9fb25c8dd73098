import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type User } from '#contract/people.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from '../http/http.ts'
import { endConsentsOfFormerNumber } from '../store/texts/account-text-consent.ts'
import { readUser } from './read-user.ts'

type Person = Partial<Record<'first_name' | 'last_name' | 'phone', string | null | undefined>>
export type UpdatedUser =
  { ok: true; user: User } | { ok: false; reason: 'unauthorized' } | { ok: false; fields: FieldErrors }

/**
 * Changes the name or phone of an account; its orders keep the former ones. A name or phone cannot
 * be removed.
 */
export async function updateUser(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  caller: SignedInCaller,
  person: Person,
): Promise<UpdatedUser> {
  const present = await readUser(deps, caller)
  if (!present.ok) return present
  const emptied = (['first_name', 'last_name', 'phone'] as const).filter(
    (name) => person[name] === null && present.user[name] !== null,
  )
  if (emptied.length > 0) {
    return {
      ok: false,
      fields: Object.fromEntries(emptied.map((name) => [name, ['This field is required']])),
    }
  }
  const {
    first_name: firstName,
    last_name: lastName,
    phone,
  } = { ...present.user, ...withoutUndefined(person) }
  await deps.database.db.transaction(async (tx) => {
    await tx.update(users).set({ firstName, lastName, phone }).where(eq(users.id, caller.userId))
    if (phone !== present.user.phone) await endConsentsOfFormerNumber(tx, caller.userId, phone)
  })
  return readUser(deps, caller)
}

const withoutUndefined = (person: Person): Person =>
  Object.fromEntries(Object.entries(person).filter(([, value]) => value !== undefined))
