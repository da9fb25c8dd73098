import { hash } from '@node-rs/argon2'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { payStatement } from '../../agents/pay-statement.ts'
import { makeAgent } from '../../agents/write-agent.ts'
import { agentStatements } from '../../db/schema/agent-statements.ts'
import { roles, userRoles, users } from '../../db/schema/people.ts'
import { demoAgent } from '../../db/seed/demo-people.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { type SeasonShop } from './season-shop.ts'

/** The code that the season's links have. */
export const AGENT_CODE = 'harbor-light-rooms'
const AGENT = { brand_id: 1, name: 'Harbor Light Rooms', code: AGENT_CODE, percent: 12, own_prices: false }
/** A statement is paid within the month that it is due in. */
const PAID_AFTER_DAYS = 31

/** Admins make agents and note what they were paid. */
async function findAdmin({ deps, clock }: SeasonShop): Promise<AuditBy> {
  const [admin] = await deps.database.db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.name, 'admin')))
    .orderBy(userRoles.userId)
    .limit(1)
  if (!admin) throw new Error('The demo shop has no admin')
  return { userId: admin.userId, at: clock.now() }
}

/** Gives the demo shop a hotel that sells for it and looks at its own pages, once. */
export async function hireAgent(shop: SeasonShop): Promise<void> {
  const { database, settings, clock } = shop.deps
  const by = await findAdmin(shop)
  const now = clock.now()
  const passwordHash = await hash(settings.demoPassword)
  const userId = await database.db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({ ...demoAgent, passwordHash, emailProvenAt: now, createdAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!made) return undefined
    const [role] = await tx.select().from(roles).where(eq(roles.name, 'agent'))
    if (!role) throw new Error('The demo shop has no role for agents')
    await tx.insert(userRoles).values({ userId: made.id, roleId: role.id })
    const after = { role_ids: [role.id], invited: true }
    await writeAudit(tx, by, {
      ...{ resource: 'users' as const, id: made.id },
      ...{ before: { role_ids: [], invited: false }, after },
    })
    return made.id
  })
  if (userId === undefined) return
  const made = await makeAgent(database.db, { ...AGENT, user_id: userId }, by)
  if (!made.ok) throw new Error('The demo shop refused its agent')
}

/** Pays the statements that have been due for a month; the newest stays to be paid. */
export async function payAgents(shop: SeasonShop): Promise<void> {
  const { db } = shop.deps.database
  const by = await findAdmin(shop)
  const due = await db
    .select({ id: agentStatements.id, number: agentStatements.number })
    .from(agentStatements)
    .where(
      and(
        isNull(agentStatements.paidAt),
        lt(agentStatements.createdAt, addMinutes(by.at, -PAID_AFTER_DAYS * 24 * 60)),
      ),
    )
  for (const { id, number } of due)
    await payStatement(db, { id, reference: `Bank transfer HLR-${String(number)}` }, by)
}
