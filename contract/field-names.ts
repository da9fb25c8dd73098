/**
 * Objects whose name is part of the field's name; the name of any other object is a wrapper and is
 * dropped.
 */
const VALUES = new Set<PropertyKey>(['items', 'proposal'])
/** Objects inside a wrapper whose fields the specification names without the object. */
const GROUPS = new Set<PropertyKey>(['stripe_payment', 'customer', 'payment'])

/**
 * Returns the name of a body field in a 422: without the object that wraps the body (`user.email`
 * is `email`), and for a list with its name and index (`order_item_seats_attributes.0.depart_at`).
 * The body itself is `base`.
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
