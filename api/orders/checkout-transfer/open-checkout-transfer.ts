import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { type Draft } from '#contract/draft.ts'
import { type DbOrTx } from '../../db/client.ts'
import { checkoutTransfers } from '../../db/schema/checkout-transfers.ts'
import { type ApiDeps } from '../../deps.ts'
import { createDraft, readDraft } from '../../store/orders/save-draft.ts'
import { transferSecretHashes } from './checkout-transfer-secret.ts'
import { type TransferRefusal, settleSourceDraft } from './settle-transferred-checkout.ts'

export type OpenedCheckoutTransfer =
  | { ok: true; draft: Draft; path: string; seatsLetGo: boolean }
  | { ok: false; reason: 'resume_unknown' | TransferRefusal }

const UNKNOWN = { ok: false, reason: 'resume_unknown' } as const

/**
 * Continues a draft on this device: returns a copy of what was typed and the page to continue on.
 * Unknown, used, expired and foreign codes get the same answer. An unpaid order of the other device
 * is cancelled, so that its seats are free; a paid one refuses and shows nothing. The code or link
 * works once.
 */
export async function openCheckoutTransfer(
  deps: ApiDeps,
  { secret, brandId }: { secret: string; brandId: number },
): Promise<OpenedCheckoutTransfer> {
  const { db } = deps.database
  const found = await findResumption(deps, db, secret, brandId)
  if (!found) return UNKNOWN
  const kept = await readDraft(deps, found.draftId)
  if (!kept.ok) return UNKNOWN
  const settled = await settleSourceDraft(deps, found.draftId, found.createdAt)
  if (!settled.ok) return settled
  // The copy comes first, because a spent code must have led somewhere.
  const copied = await createDraft(deps, kept.draft.fields, found.draftId)
  if (!copied.ok) return UNKNOWN
  const [opened] = await db
    .update(checkoutTransfers)
    .set({ openedAt: deps.clock.now() })
    .where(and(eq(checkoutTransfers.id, found.id), isNull(checkoutTransfers.openedAt)))
    .returning({ id: checkoutTransfers.id })
  // Another device used the code at the same moment.
  if (!opened) return UNKNOWN
  return { ok: true, draft: copied.draft, path: found.path, seatsLetGo: settled.released }
}

async function findResumption(deps: ApiDeps, db: DbOrTx, secret: string, brandId: number) {
  const [found] = await db
    .select()
    .from(checkoutTransfers)
    .where(
      and(
        inArray(checkoutTransfers.secretHash, transferSecretHashes(deps, secret)),
        eq(checkoutTransfers.brandId, brandId),
        isNull(checkoutTransfers.openedAt),
        gt(checkoutTransfers.expiresAt, deps.clock.now()),
      ),
    )
  return found
}
