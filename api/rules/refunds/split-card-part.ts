export interface CardPayment {
  id: number
  amountCents: number
  refundedCents: number
}

/**
 * What each payment gets back of what cards get back together: last in, first out (decision on
 * giving back).
 *
 * @param payments the last one first
 * @throws RangeError when it is more than they have left
 */
export function splitCardPart(
  payments: readonly CardPayment[],
  cents: number,
): { paymentId: number; amountCents: number }[] {
  let left = cents
  const parts = payments.flatMap(({ id, amountCents, refundedCents }) => {
    const part = Math.min(left, amountCents - refundedCents)
    left -= part
    return part > 0 ? [{ paymentId: id, amountCents: part }] : []
  })
  if (left > 0) throw new RangeError(`Cards get ${String(left)} cents back that none of them paid`)
  return parts
}
