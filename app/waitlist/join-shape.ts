import { z } from 'zod'
import { WaitlistEntryFields } from '#contract/waitlist.ts'
import { LARGEST_PARTY } from '../visit/checkout-query.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

const NO_QUANTITY = 'Please input a quantity'

/** The fields for joining a waitlist; the address identifies the departure. */
export const JoinWaitlist = WaitlistEntryFields.pick({ email: true, phone: true, consent: true }).extend({
  quantity: z
    .number({ error: NO_QUANTITY })
    .int(NO_QUANTITY)
    .min(1, NO_QUANTITY)
    .max(LARGEST_PARTY, NO_QUANTITY),
  quantity_type: z.enum(['seat', 'flight']).catch('seat'),
})

export const JOIN_SHAPE = {
  id: 'join',
  labels: {
    quantity: 'Party',
    quantity_type: 'You would take',
    email: 'Email',
    phone: 'Phone',
    consent: null,
  },
} as const satisfies FormShape
