import { eq } from 'drizzle-orm'
import { roles, userRoles, users } from '../../db/schema/people.ts'
import { writeAudit } from '../../store/write-audit.ts'
import { deskOf, type SeasonShop } from './season-shop.ts'

/** With the pilot of the small demo there is one for each aircraft. */
const PILOTS = [
  ['Sunniva', 'Aasen'],
  ['Desmond', 'Achebe'],
  ['Kasia', 'Wrońska'],
  ['Teodor', 'Brâncoveanu'],
  ['Alma', 'Figueroa'],
  ['Hyun-woo', 'Sohn'],
  ['Rosalind', 'Peake'],
  ['Ansel', 'Okonkwo'],
] as const

const emailOf = (first: string) => `pilot.${first.toLowerCase()}@example.com`

/** Gives the demo shop its pilots, once. They have no password, so nobody signs in as them. */
export async function hirePilots(shop: SeasonShop): Promise<void> {
  const { database, clock } = shop.deps
  await database.db.transaction(async (tx) => {
    const [pilot] = await tx.select().from(roles).where(eq(roles.name, 'pilot'))
    if (!pilot) throw new Error('The demo shop has no role for pilots')
    for (const [firstName, lastName] of PILOTS) {
      const email = emailOf(firstName)
      const [made] = await tx
        .insert(users)
        .values({ email, firstName, lastName, emailProvenAt: clock.now(), createdAt: clock.now() })
        .onConflictDoNothing({ target: users.email })
        .returning({ id: users.id })
      if (!made) continue
      await tx.insert(userRoles).values({ userId: made.id, roleId: pilot.id })
      const after = { role_ids: [pilot.id], invited: true }
      const before = { role_ids: [], invited: false }
      await writeAudit(tx, deskOf(shop), { resource: 'users', id: made.id, before, after })
    }
  })
}
