import { posix } from 'node:path'

/**
 * The rooms of the two halves, in order: a file imports only from its own room and from rooms above
 * it in its list. A room is a folder with everything in it, or a single file.
 */
export const apiRooms = [
  'api/rules',
  'api/db',
  'api/gateways',
  'api/slots',
  'api/deps.ts',
  'api/http',
  'api/access',
  'api/store',
  'api/resources',
  'api/seats',
  'api/passengers',
  'api/catalogue',
  'api/memberships',
  'api/pricing',
  'api/waitlist',
  'api/gifts',
  'api/tenders',
  'api/payments',
  'api/orders',
  'api/staff-sales',
  'api/reschedules',
  'api/flights',
  'api/disruptions',
  'api/care',
  'api/written-texts',
  'api/agents',
  'api/bookkeeping',
  'api/accounts',
  'api/staff-search',
  'api/forms',
  'api/mails',
  'api/texts',
  'api/webhooks',
  'api/admin',
  'api/approvals',
  'api/platform',
  'api/jobs',
  'api/app.ts',
]

export const appRooms = [
  'app/format',
  'app/ui',
  'app/visit',
  'app/page',
  'app/pictures',
  'app/texts',
  'app/integrity-checks',
  'app/catalogue',
  'app/campaigns',
  'app/account',
  'app/passengers',
  'app/selection',
  'app/payments',
  'app/membership',
  'app/flights',
  'app/search',
  'app/waitlist',
  'app/checkout',
  'app/checkout-transfer',
  'app/redeem',
  'app/rebooking',
  'app/receipts',
  'app/gifts',
  'app/orders',
  'app/reschedules',
  'app/forms',
  'app/content',
  'app/staff/parts',
  'app/staff/today',
  'app/staff/flights',
  'app/staff/pilot',
  'app/staff/board',
  'app/staff/pilots',
  'app/staff/aircraft',
  'app/staff/week',
  'app/staff/weather',
  'app/staff/orders',
  'app/staff/sell',
  'app/staff/customers',
  'app/staff/search',
  'app/staff/catalogue',
  'app/staff/products',
  'app/staff/reports',
  'app/staff/agents',
  'app/staff/written-texts',
  'app/staff/office',
  'app/style-guide',
  'app/frame',
  'app/routes',
]

const stands = (file, room) => file === room || file.startsWith(`${room}/`)

/**
 * Returns the room of a file from its path below the root; null for files outside the lists (tests,
 * scripts, style sheets, the entries of the shop). All `rules/` folders are one room, the lowest.
 */
export function roomOf(file) {
  const half = file.startsWith('api/') ? 'api' : file.startsWith('app/') ? 'app' : null
  if (half === null) return null
  const rooms = half === 'api' ? apiRooms : appRooms
  const rank = half === 'api' && /\/rules\//.test(file) ? 0 : rooms.findIndex((room) => stands(file, room))
  return rank < 0 ? null : { half, room: rooms[rank], rank }
}

/** Says in a sentence why a file may not import a specifier; null when it may. */
export function refuseImport(file, specifier) {
  const target = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : null
  const from = target === null ? null : roomOf(file)
  if (from === null) return null
  if (/^api\/.*\brules\//.test(file) && !/^(contract\/|api\/(.*\/)?rules\/)/.test(target))
    return 'Rules import only rules and the contract.'
  const to = roomOf(target)
  if (to === null || to.half !== from.half || to.rank <= from.rank) return null
  return `${from.room} stands above ${to.room} in scripts/rooms.mjs and may not import from it.`
}
