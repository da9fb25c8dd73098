import { getNetworkPrefix } from '../rules/access/call-limits.ts'
import { keyedHash } from '../gateways/sealed-text.ts'
import { type ApiDeps } from '../deps.ts'
import { type SignedInCaller } from './http.ts'

/**
 * The keyed hash of a visitor's network, which is stored with an order. Null for staff, who sell to
 * many customers from one place, and for internal calls, which have no address.
 */
export function networkKeyOf(
  deps: Pick<ApiDeps, 'settings'>,
  caller: Pick<SignedInCaller, 'roles'>,
  address: string | undefined,
): string | null {
  const network = getNetworkPrefix(address ?? '')
  const staff = caller.roles.includes('staff') || caller.roles.includes('admin')
  return network === undefined || staff ? null : keyedHash(deps.settings.secrets.code, 'network', network)
}
