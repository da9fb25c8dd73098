import { type RoleName } from '../http/http.ts'

/** Nobody but an admin gives themselves vouchers or credit. */
export const isSelfGrant = (
  { userId, roles }: { userId: number; roles: readonly RoleName[] },
  receiverId: number,
): boolean => userId === receiverId && !roles.includes('admin')
