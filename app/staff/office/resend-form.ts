import { type FormShape } from '../../ui/form/form-shape.ts'

/** Where a mail that did not arrive goes now; one form in each row. */
export const RESEND_SHAPE = { id: 'mail', labels: { email: 'To' } } as const satisfies FormShape
