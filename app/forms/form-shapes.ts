import { CONTACT_TOPICS, type FormName, RENTAL_OCCASIONS } from '#contract/form-entry.ts'
import { type FormShape, HONEYPOT } from '../ui/form/form-shape.ts'

type Choices = readonly (readonly [value: string, label: string])[]

/** One field of a form, as it is shown on the page. */
export interface FormField {
  name: string
  label: string
  kind: 'line' | 'email' | 'tel' | 'date' | 'words' | 'select' | 'score' | 'check'
  need?: 'required' | 'optional'
  hint?: string
  choices?: Choices
  autoComplete?: string
  /** Shares a row with the field before it if there is room. */
  beside?: boolean
}

export interface PublicForm {
  /** The label of the button. */
  button: string
  fields: readonly FormField[]
}

const name: FormField = {
  name: 'name',
  label: 'Full name',
  kind: 'line',
  need: 'required',
  autoComplete: 'name',
}
const email: FormField = {
  name: 'email',
  label: 'Email',
  kind: 'email',
  need: 'required',
  autoComplete: 'email',
}
const phone: FormField = {
  name: 'phone',
  label: 'Phone',
  kind: 'tel',
  need: 'optional',
  autoComplete: 'tel',
  beside: true,
}
const messageField = (label: string, hint: string): FormField => ({
  name: 'message',
  label,
  kind: 'words',
  need: 'required',
  hint,
})
const choices = (labels: Readonly<Record<string, string>>): Choices => Object.entries(labels)

/** The fields of each form, in order. The page adds openings, flights and the contest's id. */
export const FORM_SHAPES: Record<FormName, PublicForm> = {
  contact: {
    button: 'Send',
    fields: [
      {
        name: 'topic',
        label: 'What is it about?',
        kind: 'select',
        need: 'required',
        choices: choices(CONTACT_TOPICS),
      },
      messageField('Message', 'As short as you like, or up to 3,000 characters.'),
      {
        name: 'booking',
        label: 'Booking number',
        kind: 'line',
        need: 'optional',
        hint: 'Like O-1042; it stands in every mail of ours.',
        autoComplete: 'off',
      },
      name,
      email,
      phone,
    ],
  },
  rentals: {
    button: 'Send the enquiry',
    fields: [
      {
        name: 'occasion',
        label: 'What for?',
        kind: 'select',
        need: 'required',
        choices: choices(RENTAL_OCCASIONS),
      },
      messageField('What you have in mind', 'Where, how long, doors on or off, what must not go wrong.'),
      { name: 'date', label: 'Day', kind: 'date', need: 'optional' },
      {
        name: 'party',
        label: 'Who flies',
        kind: 'line',
        need: 'optional',
        autoComplete: 'off',
        beside: true,
      },
      name,
      email,
      phone,
    ],
  },
  careers: {
    button: 'Apply',
    fields: [
      { name: 'opening', label: 'Position', kind: 'select', need: 'required' },
      {
        name: 'experience',
        label: 'Experience',
        kind: 'line',
        need: 'optional',
        hint: 'Hours, years, a certificate: one line.',
        autoComplete: 'off',
      },
      messageField('About you', 'What you do now, and what you would like to do here. No attachments.'),
      name,
      email,
      phone,
    ],
  },
  contest: {
    button: 'Enter',
    fields: [
      name,
      { ...email, hint: 'The prize belongs to this mailbox.' },
      {
        name: 'consent',
        label: 'I am eighteen or older and agree to the rules',
        kind: 'check',
        need: 'required',
      },
    ],
  },
  survey: {
    button: 'Send',
    fields: [
      {
        name: 'score',
        label: 'Would you send a friend to us?',
        kind: 'score',
        need: 'required',
        hint: '0 is never, 10 is at once.',
      },
      { name: 'flight', label: 'Which flight was it?', kind: 'select', need: 'optional' },
      { name: 'liked', label: 'What was best?', kind: 'words', need: 'optional' },
      { name: 'better', label: 'What could be better?', kind: 'words', need: 'optional' },
      { ...name, need: 'optional' },
      { ...email, need: 'optional', hint: 'Only if somebody may write back.' },
      { name: 'quote', label: 'You may quote me, by first name', kind: 'check', need: 'optional' },
    ],
  },
}

/**
 * The shape of a public form. A score is answered by radios, so its errors link to the first of
 * them.
 */
export const publicShape = (id: string, fields: readonly FormField[]): FormShape => ({
  id,
  labels: { [HONEYPOT]: 'Website', ...Object.fromEntries(fields.map(({ name, label }) => [name, label])) },
  fieldId: (name) => (name === 'score' ? `${name}-0` : name),
})
