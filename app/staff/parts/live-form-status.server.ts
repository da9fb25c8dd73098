import { isSent } from '../../ui/form/sent-values.server.ts'

/**
 * The HTTP status of a form's answer. A preview of an incomplete form is no failure, and browsers
 * would log a 422 as an error.
 */
export const answerStatus = (form: FormData, status: number): number =>
  isSent(form, 'live') && status === 422 ? 200 : status
