/** Spec section 9: the bar fills in 5000 ms, in ticks of 100 ms. */
export const FULL_AFTER = 5000
export const LOADING_TICK = 100
export const TICKS = FULL_AFTER / LOADING_TICK

/**
 * The number of ticks the bar shows after some milliseconds. The last tick is shown only with the
 * answer.
 */
export function loadingTicks(elapsed: number): number {
  return Math.min(TICKS - 1, Math.floor(elapsed / LOADING_TICK) + 1)
}
