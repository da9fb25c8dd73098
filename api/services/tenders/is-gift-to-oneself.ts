import { type SignedInCaller } from '../../http.ts'

/** Nobody but an admin gives themselves vouchers or credit. */
export const isGiftToOneself = (
  { userId, roles }: Pick<SignedInCaller, 'userId' | 'roles'>,
  receiverId: number,
): boolean => userId === receiverId && !roles.includes('admin')
