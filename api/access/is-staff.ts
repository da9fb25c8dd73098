import { type Caller } from '../http/http.ts'

/** Whether the caller sells for the operator. Roles count only after a second factor. */
export const isStaff = (caller: Caller): boolean =>
  caller.kind !== 'visitor' && (caller.roles.includes('staff') || caller.roles.includes('admin'))
