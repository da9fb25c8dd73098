import { z } from 'zod'
import { Email, Id, LocalDate, Phone } from './primitives.ts'

/** The shop's forms; each is a page of its own. */
export const FORMS = ['contact', 'rentals', 'careers', 'contest', 'survey'] as const
export const FormName = z.enum(FORMS)
export type FormName = z.infer<typeof FormName>

/** The topics of the contact form, as the form and the mail to staff name them. */
export const CONTACT_TOPICS = {
  booking: 'A flight I booked',
  gift: 'A gift card or a voucher',
  group: 'A group, or an occasion',
  access: 'Getting on board with a disability',
  lost: 'Something I left behind',
  other: 'Something else',
} as const
export const RENTAL_OCCASIONS = {
  film: 'Filming or photography',
  celebration: 'A proposal, a wedding, a birthday',
  company: 'A company’s day',
  transfer: 'A way from A to B',
  other: 'Something else',
} as const

const MISSING = 'This field is required'
/** The message for an entry with a filled-in honeypot field. */
export const TRAP_SENTENCE = 'Please leave this field empty'
const MESSAGE_LENGTH = 3000

/** One line of text without control characters. */
const line = (most: number) =>
  z
    .string({ error: MISSING })
    .trim()
    .min(1, MISSING)
    .max(most, `At most ${String(most)} characters`)
    .regex(/^\P{Cc}*$/u, 'This must be one line of plain text')
/** Treats an empty string as an absent field; any other value gets the schema's own message. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional())
const Words = z
  .string({ error: MISSING })
  .trim()
  .max(MESSAGE_LENGTH, `At most ${MESSAGE_LENGTH.toLocaleString('en-US')} characters`)
const Message = Words.min(1, MISSING)
const oneOf = (choices: Readonly<Record<string, string>>) =>
  z.enum(Object.keys(choices), { error: 'Please choose one' })

const every = {
  brand_id: Id,
  /**
   * The signed time at which the form was shown, from `GET /v1/form_stamps/{form}`; valid for one
   * entry.
   */
  stamp: z.string().max(120),
  /** Honeypot: a hidden field that only bots fill in. */
  website: z.string().max(200).optional(),
}
const sender = { name: line(80), email: Email, phone: optional(Phone) }

export const FormEntryFields = z.discriminatedUnion('form', [
  z.object({
    form: z.literal('contact'),
    ...every,
    ...sender,
    topic: oneOf(CONTACT_TOPICS),
    booking: optional(line(40)),
    message: Message,
  }),
  z.object({
    form: z.literal('rentals'),
    ...every,
    ...sender,
    occasion: oneOf(RENTAL_OCCASIONS),
    /** The preferred date of the rental. */
    date: optional(LocalDate),
    party: optional(line(40)),
    message: Message,
  }),
  z.object({
    form: z.literal('careers'),
    ...every,
    ...sender,
    /** The slug of the job opening. */
    opening: z.string({ error: 'Please choose one' }).regex(/^[a-z0-9-]{1,80}$/, 'Please choose one'),
    experience: optional(line(120)),
    message: Message,
  }),
  z.object({
    form: z.literal('contest'),
    ...every,
    name: line(80),
    email: Email,
    contest_id: Id,
    /** The entrant agrees to the rules of the contest. */
    consent: z.literal(true, { error: 'Please agree to the rules' }),
  }),
  z.object({
    form: z.literal('survey'),
    ...every,
    /** How likely the customer is to recommend the flight: 0 not at all, 10 certainly. */
    score: z
      .number({ error: 'Please choose a number' })
      .int()
      .min(0, 'Please choose a number')
      .max(10, 'Please choose a number'),
    flight: optional(line(120)),
    liked: optional(Words),
    better: optional(Words),
    /** The customer agrees to be quoted with the first name. */
    quote: z.boolean().optional(),
    name: optional(line(80)),
    email: optional(Email),
  }),
])
export type FormEntryFields = z.infer<typeof FormEntryFields>

/** `POST /v1/form_entries`. */
export const FormEntryRequest = z.object({ form_entry: FormEntryFields })
/** The reply to every accepted entry, identical when the same entry is sent again. */
export const FormEntryReply = z.object({ form_entry: z.object({ form: FormName }) })
/** The newsletter sign-up needs a stamp too. */
export const StampedForm = z.enum([...FORMS, 'newsletter'])
export type StampedForm = z.infer<typeof StampedForm>
export const FormStampReply = z.object({ form_stamp: z.object({ form: StampedForm, stamp: z.string() }) })
