/**
 * In the address of the list: orders whose departure was cancelled and whose buyer has not chosen
 * yet.
 */
export const WAITING_FOR_ANSWER = 'waiting_for_answer'
