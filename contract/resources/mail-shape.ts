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
      of: ['queued', 'sent', 'failed'],
      told: true,
      filter: true,
      help: 'A mail that failed was tried twelve times and is given up.',
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
      help: 'It may be sent once more: it carries no secret of its own, and the order still has this address.',
    },
    copied_at: {
      kind: 'instant',
      told: true,
      nullable: true,
      help: 'When it was last sent once more by hand.',
    },
  },
})
