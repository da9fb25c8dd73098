import { and, count, eq, inArray, or, type SQL } from 'drizzle-orm'
import { type Comment, MANIFEST_COMMENT_LENGTH } from '#contract/comment.ts'
import { type Db, type Tx } from '../db/client.ts'
import { comments } from '../db/schema/comments.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { ownsOrder } from '../rules/access/permissions.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { ownOrders } from '../store/orders/own-orders.ts'
import { findVisibleOrder } from '../store/orders/order.ts'
import { idsCondition, type ListPage } from '../http/list-page.ts'
import { buildOrderBy, type SortColumns, sortNames } from '../http/sort-rows.ts'

const columns = {
  id: comments.id,
  commentable_type: comments.commentableType,
  commentable_id: comments.commentableId,
  public: comments.public,
  on_manifest: comments.onManifest,
  body: comments.body,
  created_at: comments.createdAt,
  updated_at: comments.updatedAt,
} satisfies SortColumns
export const commentSorts = sortNames(columns)

type Row = typeof comments.$inferSelect

/** The types of what a comment is on, as the wire spells them. */
const WIRE_TYPES = { order: 'Order', customer: 'Customer' } as const
export type CommentSubject = Row['commentableType']

/** Who reads the comments: staff read all, customers the public ones of their own orders. */
export interface CommentReader {
  caller: SignedInCaller
  reach: 'own' | 'any'
}

export interface CommentFilter {
  subject?: CommentSubject | undefined
  subjectId?: number | undefined
  id?: number | undefined
}

/** Comments, newest first; for a customer those of their own orders, or of the named one. */
export async function listComments(
  db: Db,
  { caller, reach }: CommentReader,
  { subject, subjectId, id }: CommentFilter,
  page: ListPage,
): Promise<{ rows: Comment[]; totalCount: number }> {
  const wanted: (SQL | undefined)[] = [
    subject === undefined ? undefined : eq(comments.commentableType, subject),
    subjectId === undefined ? undefined : eq(comments.commentableId, subjectId),
    id === undefined ? undefined : eq(comments.id, id),
    idsCondition(comments.id, page),
  ]
  if (reach === 'own') {
    if (subject === 'customer') return { rows: [], totalCount: 0 }
    const about = subjectId ?? (await findSubject(db, id))
    const named = about === undefined ? undefined : await findVisibleOrder(db, caller, about, ownsOrder)
    if ((subjectId !== undefined || id !== undefined) && !named) return { rows: [], totalCount: 0 }
    wanted.push(
      eq(comments.public, true),
      eq(comments.commentableType, 'order'),
      named ? eq(comments.commentableId, named.id) : await ofOwnOrders(db, caller),
    )
  }
  const where = and(...wanted)
  const rows = await db
    .select()
    .from(comments)
    .where(where)
    .orderBy(...buildOrderBy(page, columns, comments.id, comments.createdAt))
    .limit(page.limit)
    .offset(page.offset)
  const [counted] = await db.select({ all: count() }).from(comments).where(where)
  return { rows: rows.map(presentComment), totalCount: counted?.all ?? 0 }
}

async function ofOwnOrders(db: Db, caller: SignedInCaller): Promise<SQL | undefined> {
  const own = db
    .select({ id: orders.id })
    .from(orders)
    .where(await ownOrders(db, caller))
  const linked = caller.reachesOrderId
  return or(
    inArray(comments.commentableId, own),
    linked === undefined ? undefined : eq(comments.commentableId, linked),
  )
}

async function findSubject(db: Db, id: number | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined
  const [row] = await db
    .select({ about: comments.commentableId })
    .from(comments)
    .where(and(eq(comments.id, id), eq(comments.commentableType, 'order')))
  return row?.about
}

/** The manifest is one sheet, which several comments share. */
export const isTooLongForManifest = ({ onManifest, body }: Pick<Row, 'onManifest' | 'body'>): boolean =>
  onManifest && body.length > MANIFEST_COMMENT_LENGTH

/** Adds a comment to an order or a customer; undefined when there is none. */
export async function writeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  by: AuditBy,
  input: Pick<Row, 'commentableType' | 'commentableId' | 'public' | 'onManifest' | 'body'>,
): Promise<Comment | undefined> {
  return db.transaction(async (tx) => {
    const commentableId = await lockCommented(tx, input)
    if (commentableId === undefined) return undefined
    const [written] = await tx
      .insert(comments)
      .values({ ...input, commentableId, authorId: by.userId, createdAt: by.at, updatedAt: by.at })
      .returning()
    if (!written) throw new Error('The comment was not written')
    await writeAudit(tx, by, { resource: 'comments', id: written.id, after: presentForAudit(written) })
    return presentComment(written)
  })
}

/**
 * Finds what a comment is on, and keeps it: a note on somebody whose account was merged or erased at
 * the same moment must not stay behind.
 */
async function lockCommented(
  tx: Tx,
  { commentableType, commentableId: id }: Pick<Row, 'commentableType' | 'commentableId'>,
): Promise<number | undefined> {
  if (commentableType === 'order') {
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id))
    return order?.id
  }
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('share')
  return user?.erasedAt === null ? (user.mergedIntoId ?? user.id) : undefined
}

type Changed =
  | { ok: true; comment: Comment }
  | { ok: false; reason: 'not_found' | 'not_author' | 'too_long' }
  | { ok: false; reason: 'changed'; body: string }

/** Who changes a comment: its author, or an admin. */
export interface CommentEditor extends AuditBy {
  isAdmin: boolean
}

/** Forms send line breaks in two characters. */
const isSameText = (one: string, other: string) =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')

const mayChange = ({ authorId }: Row, { userId, isAdmin }: CommentEditor) => isAdmin || authorId === userId

interface CommentChanges {
  public?: boolean | undefined
  on_manifest?: boolean | undefined
  body?: string | undefined
  body_was?: string | undefined
}

/** Changes the text of a comment or who may read it. */
export async function changeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  changes: CommentChanges,
  by: CommentEditor,
): Promise<Changed> {
  return db.transaction(async (tx): Promise<Changed> => {
    const [before] = await tx.select().from(comments).where(eq(comments.id, id)).for('update')
    if (!before) return { ok: false, reason: 'not_found' }
    if (!mayChange(before, by)) return { ok: false, reason: 'not_author' }
    if (changes.body_was !== undefined && !isSameText(changes.body_was, before.body))
      return { ok: false, reason: 'changed', body: before.body }
    const isOrder = before.commentableType === 'order'
    const onManifest = isOrder && (changes.on_manifest ?? before.onManifest)
    if (isTooLongForManifest({ onManifest, body: changes.body ?? before.body }))
      return { ok: false, reason: 'too_long' }
    const [changed] = await tx
      .update(comments)
      .set({
        updatedAt: by.at,
        onManifest,
        ...(changes.public === undefined || !isOrder ? {} : { public: changes.public }),
        ...(changes.body === undefined ? {} : { body: changes.body }),
      })
      .where(eq(comments.id, id))
      .returning()
    if (!changed) throw new Error('A comment was locked and is not there')
    const after = presentForAudit(changed)
    await writeAudit(tx, by, { resource: 'comments', id, before: presentForAudit(before), after })
    return { ok: true, comment: presentComment(changed) }
  })
}

export async function removeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  by: CommentEditor,
): Promise<'removed' | 'not_found' | 'not_author'> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(comments).where(eq(comments.id, id)).for('update')
    if (!before) return 'not_found'
    if (!mayChange(before, by)) return 'not_author'
    await tx.delete(comments).where(eq(comments.id, id))
    await writeAudit(tx, by, { resource: 'comments', id, before: presentForAudit(before) })
    return 'removed'
  })
}

const presentComment = (row: Row): Comment => ({
  id: row.id,
  commentable_type: WIRE_TYPES[row.commentableType],
  commentable_id: row.commentableId,
  public: row.public,
  on_manifest: row.onManifest,
  body: row.body,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

/**
 * A comment as the audit log keeps it. What is noted about a person stays out, because the log is
 * never erased.
 */
function presentForAudit(row: Row): Record<string, unknown> {
  const { body, ...rest } = presentComment(row)
  return row.commentableType === 'order' ? { ...rest, body } : rest
}
