import { type FormShape } from '../../ui/form/form-shape.ts'

export const PASSKEY_SHAPE = {
  id: 'passkey',
  labels: { name: 'Name', credential: null },
  elsewhere: ['credential'],
} as const satisfies FormShape
