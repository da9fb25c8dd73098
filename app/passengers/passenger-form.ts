import { z } from 'zod'
import {
  PassengerFormRequest,
  PassengerMailRequest,
  SignatureDrawing,
  WAIVER_MESSAGES,
} from '#contract/passenger.ts'
import { Id } from '#contract/primitives.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { type FormShape } from '../ui/form/form-shape.ts'
import { TypedWeight } from './typed-weight.ts'

/** What passengers give on their own page. A waiver is signed whole or not at all. */
export const PassengerDetails = z
  .object({
    full_name: PassengerFormRequest.shape.passenger_form.shape.full_name,
    weight: TypedWeight,
    waiver: z.boolean().default(false),
    signature: z.string().trim().max(120, 'Write at most 120 characters').optional(),
    drawing: SignatureDrawing.optional(),
    version: z.string().max(40).default(WAIVER_VERSION),
  })
  .refine(({ waiver, signature, drawing }) => !waiver || Boolean(signature ?? drawing), {
    path: ['signature'],
    error: WAIVER_MESSAGES.signature,
    when: () => true,
  })
  .refine(({ waiver, signature, drawing }) => waiver || !(signature ?? drawing), {
    path: ['waiver'],
    error: WAIVER_MESSAGES.accepted,
    when: () => true,
  })

export const PASSENGER_SHAPE = {
  id: 'passenger',
  labels: {
    full_name: 'Full name',
    weight: 'Weight',
    waiver: null,
    signature: 'Signature',
    drawing: 'Signature',
  },
} as const satisfies FormShape

/** Sends a passenger's link to an address, or replaces it. */
export const MailPassengerLink = PassengerMailRequest.extend({ passenger: Id })
export const RenewPassengerLink = z.object({ passenger: Id })

/** Each passenger of an order has this form. */
export const passengerLinkShape = (passenger: number) =>
  ({
    id: `passenger-${String(passenger)}`,
    labels: { email: 'Mail it to' },
    fieldId: (name) => `p${String(passenger)}-${name}`,
  }) as const satisfies FormShape
