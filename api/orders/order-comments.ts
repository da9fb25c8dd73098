import { and, count, eq, inArray, or, type SQL } from 'drizzle-orm'
import { type Comment } from '#contract/comment.ts'
import { type Db } from '../db/client.ts'
import { comments } from '../db/schema/comments.ts'
import { orders } from '../db/schema/orders.ts'
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
  body: comments.body,
  created_at: comments.createdAt,
  updated_at: comments.updatedAt,
} satisfies SortColumns
export const commentSorts = sortNames(columns)

type Row = typeof comments.$inferSelect

/** Who reads the comments: staff read all, customers the public ones of their own orders. */
export interface CommentReader {
  caller: SignedInCaller
  reach: 'own' | 'any'
}

export interface CommentFilter {
  orderId?: number | undefined
  id?: number | undefined
}

/** Comments, newest first; for a customer those of their own orders, or of the named one. */
export async function listComments(
  db: Db,
  { caller, reach }: CommentReader,
  { orderId, id }: CommentFilter,
  page: ListPage,
): Promise<{ rows: Comment[]; totalCount: number }> {
  const wanted: (SQL | undefined)[] = [
    orderId === undefined ? undefined : eq(comments.commentableId, orderId),
    id === undefined ? undefined : eq(comments.id, id),
    idsCondition(comments.id, page),
  ]
  if (reach === 'own') {
    const about = orderId ?? (await findSubject(db, id))
    const named = about === undefined ? undefined : await findVisibleOrder(db, caller, about, ownsOrder)
    if ((orderId !== undefined || id !== undefined) && !named) return { rows: [], totalCount: 0 }
    wanted.push(
      eq(comments.public, true),
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
  const [row] = await db.select({ about: comments.commentableId }).from(comments).where(eq(comments.id, id))
  return row?.about
}

/** Adds a comment to an order; undefined when there is no such order. */
export async function writeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  by: AuditBy,
  input: Pick<Row, 'commentableType' | 'commentableId' | 'public' | 'body'>,
): Promise<Comment | undefined> {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, input.commentableId))
  if (!order) return undefined
  return db.transaction(async (tx) => {
    const [written] = await tx
      .insert(comments)
      .values({ ...input, authorId: by.userId, createdAt: by.at, updatedAt: by.at })
      .returning()
    if (!written) throw new Error('The comment was not written')
    const after = presentComment(written)
    await writeAudit(tx, by, { resource: 'comments', id: written.id, after })
    return after
  })
}

/** Changes the text of a comment or who may read it; undefined when there is none. */
export async function changeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  changes: { public?: boolean | undefined; body?: string | undefined },
  by: AuditBy,
): Promise<Comment | undefined> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(comments).where(eq(comments.id, id)).for('update')
    if (!before) return undefined
    const [changed] = await tx
      .update(comments)
      .set({
        updatedAt: by.at,
        ...(changes.public === undefined ? {} : { public: changes.public }),
        ...(changes.body === undefined ? {} : { body: changes.body }),
      })
      .where(eq(comments.id, id))
      .returning()
    if (!changed) throw new Error('A comment was locked and is not there')
    const after = presentComment(changed)
    await writeAudit(tx, by, { resource: 'comments', id, before: presentComment(before), after })
    return after
  })
}

/** @returns false when there was no such comment */
export async function removeComment(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  id: number,
  by: AuditBy,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(comments).where(eq(comments.id, id)).returning()
    if (removed) await writeAudit(tx, by, { resource: 'comments', id, before: presentComment(removed) })
    return removed !== undefined
  })
}

const presentComment = (row: Row): Comment => ({
  id: row.id,
  commentable_type: 'Order',
  commentable_id: row.commentableId,
  public: row.public,
  body: row.body,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
