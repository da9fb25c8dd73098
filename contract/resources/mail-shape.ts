import { BounceReason } from '../mail-bounce.ts'
import { shape } from './resource-shape.ts'

export const mailShape = shape({
  plural: 'mails',
  singular: 'mail',
  one: 'mail',
  many: 'mails',
  about: 'What was mailed and what became of it, never what it says',
  named: 'id',
  fields: {
    state: {
      kind: 'choice',
      of: ['queued', 'sent', 'failed', 'bounced'],
      readOnly: true,
      filter: true,
      help:
        'A mail that failed was tried twelve times and is given up; one that bounced was refused ' +
        'for good, or reported as not delivered.',
    },
    kind: { kind: 'text', readOnly: true, filter: true },
    to: { kind: 'text', readOnly: true, filter: true },
    order_id: { kind: 'id', to: 'orders', readOnly: true, nullable: true, filter: true },
    tries: { kind: 'whole', readOnly: true },
    last_error: { kind: 'text', readOnly: true, nullable: true },
    created_at: { kind: 'instant', readOnly: true },
    next_try_at: { kind: 'instant', readOnly: true },
    sent_at: { kind: 'instant', readOnly: true, nullable: true },
    repeatable: {
      kind: 'flag',
      readOnly: true,
      help:
        'It may be sent once more: it carries no secret of its own, and the order still has this ' +
        'address.',
    },
    bounce_reason: {
      kind: 'choice',
      of: BounceReason.options,
      readOnly: true,
      nullable: true,
      help: 'Why it did not arrive; of a mail that is still tried, why it is late.',
    },
    bounced_at: { kind: 'instant', readOnly: true, nullable: true },
    correctable: {
      kind: 'flag',
      readOnly: true,
      help: 'It did not arrive and may be sent anew, to another address too.',
    },
    goes_to: {
      kind: 'text',
      readOnly: true,
      help: 'Where it would go now: the order’s address, which may have been put right since.',
    },
    copied_at: {
      kind: 'instant',
      readOnly: true,
      nullable: true,
      help: 'When it was last sent once more by hand.',
    },
  },
})
