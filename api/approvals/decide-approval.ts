import { and, eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { type Tx } from '../db/client.ts'
import { approvals } from '../db/schema/approvals.ts'
import { auditLog } from '../db/schema/audit.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash, keyedHashes } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { describeSubject, findOrderId, type RunCall } from './describe-subject.ts'

type ApprovalRow = typeof approvals.$inferSelect

export interface Deciding {
  caller: SignedInCaller
  by: AuditBy
  runCall: RunCall
}

type Asked =
  | { kind: 'waiting'; id: number }
  /** The call was within the limit by now, and was made. */
  | { kind: 'done' }
  /** The call is refused for another reason than the limit. */
  | { kind: 'refused'; answer: Response }

/**
 * Keeps a call waiting that is above its caller's limit. It is made first, so that only what passes
 * every other rule is put before somebody.
 */
export async function askForApproval(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  call: Pick<ApprovalRow, 'method' | 'path' | 'body'>,
  { caller, by, runCall }: Deciding,
): Promise<Asked> {
  const orderId = findOrderId(call)
  const seen = await describeSubject(db, runCall, { ...call, orderId })
  // One request of a page may ask twice, the second time with the right amount.
  const digest = createHash('sha256').update(JSON.stringify(call)).digest('base64url')
  const headers = { 'Idempotency-Key': `ask-${by.requestId ?? ''}-${digest}` }
  const answer = await runCall({ ...call, headers })
  if (answer.ok) return { kind: 'done' }
  if (!(await isAboveLimit(answer))) return { kind: 'refused', answer }
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(approvals)
      .values({ ...call, orderId, seen, askedBy: caller.userId, askedAt: by.at })
      .returning()
    if (!row) throw new Error('An approval was not written')
    const after = { path: call.path, order_id: orderId, state: 'waiting' }
    await writeAudit(tx, by, { resource: 'approvals', id: row.id, after })
    return { kind: 'waiting', id: row.id }
  })
}

async function isAboveLimit(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false
  const body: unknown = await answer.clone().json()
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'approval_needed'
}

type Decided =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'own_request' | 'not_an_approver' | 'decided' | 'changed' }
  /** The call itself is refused by now, with its own sentence. */
  | { ok: false; reason: 'impossible'; error: string }

/** After this time a process that was running an act is gone; its approver may go on. */
const RUN_MS = 90_000

/** The name under which the act is made; nobody outside can send a request of this name. */
const requestIdOf = ({ settings }: Pick<ApiDeps, 'settings'>, id: number) =>
  `approval-${String(id)}-${keyedHash(settings.secrets.code, 'approval', String(id))}`

/** The names under which the act may have been made, also before a rotation of the secret. */
const requestIdsOf = ({ settings }: Pick<ApiDeps, 'settings'>, id: number) =>
  keyedHashes(settings.secrets.code, 'approval', String(id)).map((hash) => `approval-${String(id)}-${hash}`)

/** The order that an approved call has made. */
async function readMadeOrder(answer: Response): Promise<number | undefined> {
  const { order } = (await answer.json()) as { order?: { id?: unknown } }
  return typeof order?.id === 'number' ? order.id : undefined
}

/** Names and weights of passengers are kept with the order alone. */
const WITHOUT_PASSENGERS = sql`${approvals.body} #- '{order,passengers_attributes}'`

/**
 * Somebody else approves an act: it is made once, as the approver, whose limit counts, and against
 * the state of this moment. A process that ends in between leaves it `running`; the same approver
 * finds with the next press whether it was made.
 */
export async function approve(deps: ApiDeps, id: number, deciding: Deciding): Promise<Decided> {
  const { db } = deps.database
  const { by, runCall } = deciding
  const claimed = await db.transaction((tx) => claim(tx, id, deciding))
  if (!claimed.ok) return claimed
  const { row, attempt } = claimed
  if ((await describeSubject(db, runCall, row)) !== row.seen && !(await wasMade(deps, id))) {
    await release(deps, id)
    return { ok: false, reason: 'changed' }
  }
  let orderId: number | undefined
  if (!(await wasMade(deps, id))) {
    const headers = {
      'Idempotency-Key': `${requestIdOf(deps, id)} ${attempt.toISOString()}`,
      ...(row.method === 'PATCH' && row.seen.startsWith('"') ? { 'If-Match': row.seen } : {}),
    }
    const answer = await runCall({ ...row, headers }, requestIdOf(deps, id))
    // A failure of ours may have come after the act: it stays running, and the next press tells.
    if (answer.status >= 500) return { ok: false, reason: 'impossible', error: await readSentence(answer) }
    if (!answer.ok) {
      await release(deps, id)
      if (answer.status === 412) return { ok: false, reason: 'changed' }
      return (await isAboveLimit(answer))
        ? { ok: false, reason: 'not_an_approver' }
        : { ok: false, reason: 'impossible', error: await readSentence(answer) }
    }
    if (row.path === '/v1/orders') orderId = await readMadeOrder(answer)
  }
  await db.transaction(async (tx) => {
    const ended = await tx
      .update(approvals)
      .set({ state: 'approved', decidedAt: by.at, body: WITHOUT_PASSENGERS, ...(orderId ? { orderId } : {}) })
      .where(and(eq(approvals.id, id), eq(approvals.state, 'running')))
      .returning({ id: approvals.id })
    if (ended.length > 0) await auditDecision(tx, by, row, 'approved')
  })
  return { ok: true }
}

/** Locks the request, and takes it for this approver. */
async function claim(
  tx: Tx,
  id: number,
  { caller, by }: Deciding,
): Promise<{ ok: true; row: ApprovalRow; attempt: Date } | (Decided & { ok: false })> {
  const found = await findDecidable(tx, id, { caller, by })
  if (!found.ok) return found
  const { row } = found
  // Going on with an earlier attempt, it is still the same one.
  const attempt = row.decidedAt ?? by.at
  await tx
    .update(approvals)
    .set({ state: 'running', decidedBy: caller.userId, decidedAt: attempt })
    .where(eq(approvals.id, id))
  return { ok: true, row, attempt }
}

async function findDecidable(
  tx: Tx,
  id: number,
  { caller, by }: Pick<Deciding, 'caller' | 'by'>,
): Promise<{ ok: true; row: ApprovalRow } | (Decided & { ok: false })> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update')
  if (!row) return { ok: false, reason: 'not_found' }
  if (row.askedBy === caller.userId) return { ok: false, reason: 'own_request' }
  const isStale =
    row.state === 'running' &&
    row.decidedBy === caller.userId &&
    by.at.getTime() - (row.decidedAt?.getTime() ?? 0) > RUN_MS
  return row.state === 'waiting' || isStale ? { ok: true, row } : { ok: false, reason: 'decided' }
}

/** The act writes its line in the audit log in its own transaction, under the approval's name. */
const wasMade = async (deps: Pick<ApiDeps, 'database' | 'settings'>, id: number) =>
  (await deps.database.db.$count(auditLog, inArray(auditLog.requestId, requestIdsOf(deps, id)))) > 0

const release = ({ database: { db } }: Pick<ApiDeps, 'database'>, id: number) =>
  db
    .update(approvals)
    .set({ state: 'waiting', decidedBy: null, decidedAt: null })
    .where(and(eq(approvals.id, id), eq(approvals.state, 'running')))

/** Somebody else refuses: nothing of the act happens. */
export async function refuseApproval(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  { caller, by }: Deciding,
): Promise<Decided> {
  return db.transaction(async (tx) => {
    const found = await findDecidable(tx, id, { caller, by })
    if (!found.ok) return found
    if (found.row.state !== 'waiting') return { ok: false, reason: 'decided' }
    await tx
      .update(approvals)
      .set({ state: 'refused', decidedBy: caller.userId, decidedAt: by.at, body: WITHOUT_PASSENGERS })
      .where(eq(approvals.id, id))
    await auditDecision(tx, by, found.row, 'refused')
    return { ok: true }
  })
}

/** The log names who asked beside who decided. */
const auditDecision = (tx: Tx, by: AuditBy, row: ApprovalRow, state: 'approved' | 'refused') =>
  writeAudit(tx, by, {
    resource: 'approvals',
    id: row.id,
    before: { state: 'waiting' },
    after: { state, asked_by: row.askedBy, path: row.path, order_id: row.orderId },
  })

/** The sentence of a refused call; for refused fields those of the fields. */
async function readSentence(answer: Response): Promise<string> {
  const body = (await answer.json()) as Record<string, unknown>
  if (typeof body['error'] === 'string') return body['error']
  return `This cannot be done any more: ${Object.values(body).flat().join('. ')}.`
}
