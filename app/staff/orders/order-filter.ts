/**
 * The filter in the list's address for orders with a cancelled departure whose buyer has not chosen
 * yet.
 */
export const WAITING_FOR_ANSWER = 'waiting_for_answer'
