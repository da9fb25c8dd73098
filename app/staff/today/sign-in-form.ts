import { type FormShape } from '../../ui/form/form-shape.ts'

export const SIGN_IN_SHAPE = { id: 'sign-in', labels: { code: 'Code' } } as const satisfies FormShape
