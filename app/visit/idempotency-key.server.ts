import { createHash } from 'node:crypto'

/**
 * The idempotency key of a form and its content: submitting it twice acts once, and a corrected
 * form is a new request.
 *
 * @param formKey of the page that was shown; without one there is no protection
 */
export const createFormIdempotencyKey = (formKey: string, content: unknown): { idempotencyKey?: string } =>
  formKey === ''
    ? {}
    : {
        idempotencyKey: createHash('sha256')
          .update(JSON.stringify([formKey, content]))
          .digest('hex'),
      }
