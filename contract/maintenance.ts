/** The message of a shop in maintenance, and the `Retry-After` for programs. */
export const MAINTENANCE_SENTENCE =
  'We are working on the shop and take no new orders for a little while. Nothing you booked ' +
  'or paid is touched.'
export const MAINTENANCE_RETRY_SECONDS = 600
