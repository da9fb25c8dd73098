import { type FormShape } from '../../ui/form/form-shape.ts'

export const SIGN_IN_SHAPE = { id: 'sign-in', labels: { code: 'Code' } } as const satisfies FormShape

export const RECOVERY_SHAPE = {
  id: 'recovery',
  labels: { recovery_code: 'Recovery code' },
} as const satisfies FormShape

export const PASSKEY_SIGN_IN_SHAPE = {
  id: 'passkey',
  labels: { credential: null },
  elsewhere: ['credential'],
} as const satisfies FormShape
