import { type OrderFilePassenger } from '#contract/order-file.ts'

/** A guest's name; `Guest 2` before there is one. */
export const guestName = ({ full_name: name }: Pick<OrderFilePassenger, 'full_name'>, number: number) =>
  name || `Guest ${String(number)}`

type Given = Pick<OrderFilePassenger, 'full_name' | 'weight_given' | 'waiver_signed_at'>

/** What a guest has still to give: `name, weight, waiver`; nothing once they are done. */
export function listMissing({ full_name, weight_given, waiver_signed_at }: Given): string[] {
  return [
    ...(full_name === '' ? ['name'] : []),
    ...(weight_given ? [] : ['weight']),
    ...(waiver_signed_at === null ? ['waiver'] : []),
  ]
}

/** `2 of 3 guests done`. */
export function countDone(guests: readonly Given[]): string {
  const done = guests.filter((one) => listMissing(one).length === 0).length
  const all = guests.length
  return `${String(done)} of ${String(all)} ${all === 1 ? 'guest' : 'guests'} done`
}

/** The page of one guest, for staff. */
export const guestHref = (order: number, passenger: number, flight?: number): string =>
  `/staff/orders/${String(order)}/guests/${String(passenger)}` +
  (flight === undefined ? '' : `?flight=${String(flight)}`)
