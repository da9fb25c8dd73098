/**
 * The message of `service_unavailable`: the service cannot reach its database, for instance during
 * a restart. `Retry-After` states when to retry.
 */
export const UNAVAILABLE_SENTENCE =
  'We cannot reach our booking service just now. Please try again in a minute; nothing you ' +
  'booked or paid is lost.'

/** The message of `service_unavailable` while more visitors come than can be answered in time. */
export const BUSY_SENTENCE =
  'Many people want to fly just now, and we cannot answer at once. Please try again in a few ' +
  'seconds; nothing you booked or paid is touched.'

/** The message of a page that was asked for too fast from one network. */
export const TOO_FAST_SENTENCE =
  'Very many pages were asked for from your network at once. Please wait a few seconds and try ' +
  'again. If you sent a form, go back to it: what you typed is still there. Nothing you booked or ' +
  'paid is touched.'

/** The message of a call that came again under its `Idempotency-Key` before the first one was answered. */
export const STILL_RUNNING_SENTENCE =
  'The same request is still being worked on. Please try again in a moment.'
