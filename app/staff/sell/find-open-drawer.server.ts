import { DrawersReply } from '#contract/counter.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** Whether the seller has an open drawer; admins see those of others too. */
export async function findOpenDrawer({
  userApi,
  visit,
}: Pick<StaffVisit, 'userApi' | 'visit'>): Promise<boolean> {
  const listed = await userApi.get('/v1/drawers', DrawersReply)
  if (!listed.ok) return false
  return listed.data.drawers.some(
    ({ closed_at: closed, user_id: userId }) => closed === null && userId === visit.user?.id,
  )
}
