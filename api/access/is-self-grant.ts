import { type RoleName } from '../http/http.ts'

/** True for a grant of vouchers or credit to oneself, which only admins may make. */
export const isSelfGrant = (
  { userId, roles }: { userId: number; roles: readonly RoleName[] },
  receiverId: number,
): boolean => userId === receiverId && !roles.includes('admin')
