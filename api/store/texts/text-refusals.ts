import { type Refusal } from '../../http/refusal.ts'

/** Why an order's customer gets no text. */
export const textRefusals = {
  texts_off: {
    status: 409,
    code: 'conflict',
    error: 'This brand sends no texts. Please send a mail.',
  },
  no_text_consent: {
    status: 422,
    fields: { text_consent: ['The customer must agree to texts first'] },
  },
  number_stopped: {
    status: 409,
    code: 'conflict',
    error: 'They answered STOP to our texts. Please send a mail, or they text START first.',
  },
  number_unreachable: {
    status: 409,
    code: 'conflict',
    error: 'This number gets no texts: it is a landline, or nobody has it. Please send a mail.',
  },
} satisfies Record<string, Refusal>
