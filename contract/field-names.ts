/**
 * Objects that are values of a call, and so are named before their parts; any other one only wraps
 * the fields.
 */
const VALUES = new Set<PropertyKey>(['items', 'proposal'])
/** Objects inside a wrapper whose fields have names of their own in the specification. */
const GROUPS = new Set<PropertyKey>(['stripe_payment', 'customer', 'payment'])

/**
 * What a 422 calls a field of a body: its bare name, without the object that wraps the body
 * (`user.email` is `email`); in a list with the list and the place
 * (`order_item_seats_attributes.0.depart_at`). The body itself is `base`.
 */
export function bareFieldName(path: readonly PropertyKey[]): string {
  const wraps = (at: number) => typeof path[at + 1] === 'string' && !VALUES.has(path[at] ?? '')
  let start = wraps(0) ? 1 : 0
  if (GROUPS.has(path[start] ?? '') && wraps(start)) start += 1
  return path.slice(start).map(String).join('.') || 'base'
}

/** Returns the field name without its wrapper, which some services include. */
export const unwrapFieldName = (name: string): string =>
  bareFieldName(name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)))
