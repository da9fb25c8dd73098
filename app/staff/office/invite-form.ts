import { type FormShape } from '../../ui/form/form-shape.ts'

export const INVITE_SHAPE = {
  id: 'invite',
  labels: { email: 'E-mail', first_name: 'First name', last_name: 'Last name', role_ids: 'Roles' },
} as const satisfies FormShape

/** What somebody may give; one form in each row. */
export const LIMIT_SHAPE = {
  id: 'limit',
  labels: { staff_limit: 'Gives at most, in dollars' },
} as const satisfies FormShape
