import { type FormShape } from '../../ui/form/form-shape.ts'

export const INVITE_SHAPE = {
  id: 'invite',
  labels: { email: 'E-mail', first_name: 'First name', last_name: 'Last name', role_ids: 'Roles' },
} as const satisfies FormShape
