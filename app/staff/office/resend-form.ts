import { type FormShape } from '../../ui/form/form-shape.ts'

/** The address to which a mail is sent again; one form in each row. */
export const RESEND_SHAPE = { id: 'mail', labels: { email: 'To' } } as const satisfies FormShape
