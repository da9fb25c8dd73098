import { type ApiDeps } from '../deps.ts'
import { type CodeVault } from '../rules/money/tender-code.ts'
import { ownsOrder } from '../rules/access/permissions.ts'
import { createCodeVault } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { findVisibleOrder, type OrderRow } from '../store/orders/order.ts'

/**
 * Only buyers read the codes of the gift cards they bought; undefined for everybody else, staff
 * included.
 */
export async function findBuyerVault(
  { database, settings }: Pick<ApiDeps, 'database' | 'settings'>,
  caller: SignedInCaller,
  { id, kind }: Pick<OrderRow, 'id' | 'kind'>,
): Promise<Pick<CodeVault, 'open'> | undefined> {
  if (kind !== 'gift_cards') return undefined
  const own = await findVisibleOrder(database.db, caller, id, ownsOrder)
  return own && createCodeVault(settings.secrets.code)
}
