/** What a shop in maintenance says to people, and to programs how soon to retry. */
export const MAINTENANCE_SENTENCE =
  'We are working on the shop and take no new orders for a little while. Nothing you booked ' +
  'or paid is touched.'
export const MAINTENANCE_RETRY_SECONDS = 600
