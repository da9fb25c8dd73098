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
      told: true,
      filter: true,
      help:
        'A mail that failed was tried twelve times and is given up; one that bounced was refused ' +
        'for good, or reported as not delivered.',
    },
    kind: { kind: 'text', told: true, filter: true },
    to: { kind: 'text', told: true, filter: true },
    order_id: { kind: 'id', to: 'orders', told: true, nullable: true, filter: true },
    tries: { kind: 'whole', told: true },
    last_error: { kind: 'text', told: true, nullable: true },
    created_at: { kind: 'instant', told: true },
    next_try_at: { kind: 'instant', told: true },
    sent_at: { kind: 'instant', told: true, nullable: true },
    repeatable: {
      kind: 'flag',
      told: true,
      help:
        'It may be sent once more: it carries no secret of its own, and the order still has this ' +
        'address.',
    },
    bounce_reason: {
      kind: 'choice',
      of: BounceReason.options,
      told: true,
      nullable: true,
      help: 'Why it did not arrive; of a mail that is still tried, why it is late.',
    },
    bounced_at: { kind: 'instant', told: true, nullable: true },
    correctable: {
      kind: 'flag',
      told: true,
      help: 'It did not arrive and may be sent anew, to another address too.',
    },
    goes_to: {
      kind: 'text',
      told: true,
      help: 'Where it would go now: the order’s address, which may have been put right since.',
    },
    copied_at: {
      kind: 'instant',
      told: true,
      nullable: true,
      help: 'When it was last sent once more by hand.',
    },
  },
})
