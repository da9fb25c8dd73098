import { z } from 'zod'
import { EmailChangeRequest, ErasureRequest, PasswordUpdate, PersonFields } from '#contract/account.ts'
import { type CareOccasion } from '#contract/care.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/** Several forms of the page have a field of the same name, so each id begins with its form. */
const fieldId = (form: string) => (name: string) => `${form}-${name.replace('_', '-')}`

/** The forms of the page of one's own details. */
export const DETAILS_SHAPES = {
  person: {
    id: 'person',
    labels: { first_name: 'First name', last_name: 'Last name', phone: 'Phone' },
    fieldId: fieldId('person'),
  },
  texts: {
    id: 'texts',
    labels: { words: null },
    fieldId: fieldId('texts'),
  },
  care: {
    id: 'care',
    labels: {
      before_flight: null,
      guests_late: null,
      after_flight: null,
      gift_expiring: null,
      card_expiring: null,
    },
    fieldId: fieldId('care'),
  },
  email: {
    id: 'email',
    labels: { email: 'New e-mail', password: 'Your password' },
    fieldId: fieldId('email'),
  },
  password: {
    id: 'password',
    labels: { old_password: 'Old password', password: 'New password' },
    fieldId: fieldId('password'),
  },
} as const satisfies Record<string, FormShape>
export type DetailsForm = keyof typeof DETAILS_SHAPES

/** Either the words that are agreed to, or the end of it. */
const TextsForm = z
  .object({ words: z.string().max(600).optional(), stop: z.literal('yes').optional() })
  .refine(({ words, stop }) => words !== undefined || stop !== undefined, {
    path: ['words'],
    message: 'Please tick the box to get texts',
  })

/** A ticked box is a message that is wanted. */
const Wanted = z.literal('yes').optional()
const CareForm = z.object({
  before_flight: Wanted,
  guests_late: Wanted,
  after_flight: Wanted,
  gift_expiring: Wanted,
  card_expiring: Wanted,
} satisfies Record<CareOccasion, z.ZodType>)

/** The rules of registering. */
export const detailsSchemas: Record<DetailsForm, z.ZodType<Record<string, unknown>>> = {
  person: PersonFields,
  texts: TextsForm,
  care: CareForm,
  email: EmailChangeRequest.shape.email_change.omit({ redirect_uri: true }),
  password: PasswordUpdate.shape.user,
}

/** The form whose button was pressed; undefined for any other button. */
export const findDetailsForm = (intent: unknown): DetailsForm | undefined =>
  (Object.keys(DETAILS_SHAPES) as DetailsForm[]).find((form) => form === intent)

/** Everything held about an account is erased with its password. */
export const EraseForm = ErasureRequest.shape.erasure
export const ERASE_SHAPE = {
  id: 'erase',
  labels: { give_up_value: null, password: 'Your password' },
  fieldId: (name) => name.replaceAll('_', '-'),
} as const satisfies FormShape
