import { createHash } from 'node:crypto'

/**
 * One form with one content is one deed: pressed twice it happens once, and corrected it is
 * another.
 *
 * @param formKey of the page that was shown; without one nothing is promised
 */
export const createFormIdempotencyKey = (formKey: string, content: unknown): { idempotencyKey?: string } =>
  formKey === ''
    ? {}
    : {
        idempotencyKey: createHash('sha256')
          .update(JSON.stringify([formKey, content]))
          .digest('hex'),
      }
