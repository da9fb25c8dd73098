import { textStates } from '../text.ts'
import { shape } from './resource-shape.ts'

export const textShape = shape({
  plural: 'texts',
  singular: 'text',
  one: 'text',
  many: 'texts',
  about: 'What was texted to phones and what became of it, never what it says nor the whole number',
  named: 'id',
  fields: {
    state: {
      kind: 'choice',
      of: textStates,
      readOnly: true,
      filter: true,
      help:
        'A text that failed was given up, one that is undelivered was accepted and not brought, and one ' +
        'that is stopped was not wanted.',
    },
    kind: { kind: 'text', readOnly: true, filter: true },
    to: { kind: 'text', readOnly: true, help: 'The end of the number.' },
    order_id: { kind: 'id', to: 'orders', readOnly: true, filter: true },
    tries: { kind: 'whole', readOnly: true },
    error_code: { kind: 'whole', readOnly: true, nullable: true, help: 'The provider’s code.' },
    created_at: { kind: 'instant', readOnly: true },
    next_try_at: { kind: 'instant', readOnly: true },
    sent_at: { kind: 'instant', readOnly: true, nullable: true },
    repeatable: { kind: 'flag', readOnly: true, help: 'It did not arrive and may be sent once more.' },
    again_at: { kind: 'instant', readOnly: true, nullable: true, help: 'When staff sent it again.' },
  },
})
