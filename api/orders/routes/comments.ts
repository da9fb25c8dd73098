import { createRoute } from '@hono/zod-openapi'
import { type z } from 'zod'
import {
  CommentableType,
  CommentChangeRequest,
  CommentReply,
  CommentRequest,
  CommentsReply,
  MANIFEST_COMMENT_LENGTH,
} from '#contract/comment.ts'
import { createRouter, refusalReply } from '../../http/http.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import {
  changeComment,
  type CommentSubject,
  commentSorts,
  isTooLongForManifest,
  listComments,
  removeComment,
  writeComment,
} from '../order-comments.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/comments',
  summary: 'List the comments of the operator, newest first',
  description: 'Staff read all of them; customers read the public ones of their own orders.',
  middleware: [requireCaller] as const,
  request: {
    query: listQuery(commentSorts).extend({
      commentable_type: CommentableType.optional(),
      commentable_id: IdParams.shape.id.optional(),
    }),
  },
  responses: { 200: jsonReply('Comments', CommentsReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/comments/{id}',
  summary: 'One comment',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The comment', CommentReply) },
})
const create = createRoute({
  method: 'post',
  path: '/v1/comments',
  summary: 'Comment on an order, which its customer reads if it is public, or on a customer',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(CommentRequest) },
  responses: { 201: jsonReply('The comment', CommentReply) },
})
const asItStands = readOnlyFields('comment', CommentChangeRequest.shape.comment, async (c) => {
  const reader = { caller: c.get('signedIn'), reach: c.get('reach') }
  const id = findId(c.req.param('id') ?? '') ?? 0
  return (await listComments(c.get('deps').database.db, reader, { id }, ONE_ROW_PAGE)).rows[0]
})
const change = createRoute({
  method: 'patch',
  path: '/v1/comments/{id}',
  summary: 'Change the text or the visibility of a comment: its author, or an admin',
  middleware: [requireCaller, asItStands] as const,
  request: {
    params: IdParams,
    body: jsonBody(CommentChangeRequest),
  },
  responses: { 200: jsonReply('The comment', CommentReply) },
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/comments/{id}',
  summary: 'Delete a comment: its author, or an admin',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Deleted' } },
})

const TOO_LONG = `On the manifest a comment has at most ${String(MANIFEST_COMMENT_LENGTH)} characters`

const toSubject = (type: z.infer<typeof CommentableType>): CommentSubject =>
  type === 'Order' || type === 'order' ? 'order' : 'customer'

export const comments = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const reader = { caller: c.get('signedIn'), reach: c.get('reach') }
    const subjectId = query.commentable_id === undefined ? undefined : (findId(query.commentable_id) ?? 0)
    // An id without a type is an order's, as it was before there were notes on customers.
    const subject = query.commentable_type ? toSubject(query.commentable_type) : subjectId && 'order'
    const { rows, totalCount } = await listComments(
      c.get('deps').database.db,
      reader,
      { subject: subject || undefined, subjectId },
      toListPage(query),
    )
    return c.json({ comments: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(read, async (c) => {
    const reader = { caller: c.get('signedIn'), reach: c.get('reach') }
    const id = findId(c.req.valid('param').id) ?? 0
    const { rows } = await listComments(c.get('deps').database.db, reader, { id }, ONE_ROW_PAGE)
    const [comment] = rows
    return comment ? c.json({ comment }, 200) : refuse(c, 'not_found')
  })
  .openapi(create, async (c) => {
    const typed = c.req.valid('json').comment
    const { commentable_type: type, commentable_id: commentableId, on_manifest: onManifest, ...rest } = typed
    const commentableType = toSubject(type)
    if (commentableType === 'customer' && rest.public)
      return refuseFields(c, { public: ['A note on a customer is for staff alone'] })
    if (commentableType === 'customer' && onManifest)
      return refuseFields(c, { on_manifest: ['Only a comment on an order stands on a manifest'] })
    if (isTooLongForManifest({ onManifest, body: rest.body })) return refuseFields(c, { body: [TOO_LONG] })
    const input = { commentableType, commentableId, onManifest, ...rest }
    const comment = await writeComment(c.get('deps'), auditBy(c), input)
    if (!comment) return refuseFields(c, { commentable_id: [`There is no such ${commentableType}`] })
    return c.json({ comment }, 201)
  })
  .openapi(change, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const by = { ...auditBy(c), isAdmin: c.get('signedIn').roles.includes('admin') }
    const changed = await changeComment(c.get('deps'), id, c.req.valid('json').comment, by)
    if (changed.ok) return c.json({ comment: changed.comment }, 200)
    if (changed.reason === 'too_long') return refuseFields(c, { body: [TOO_LONG] })
    if (changed.reason !== 'changed') return refuse(c, changed.reason)
    const error = `Somebody has changed it to “${changed.body}”. Nothing of yours was saved.`
    return refusalReply(c, 409, { error, code: 'conflict' })
  })
  .openapi(remove, async (c) => {
    const by = { ...auditBy(c), isAdmin: c.get('signedIn').roles.includes('admin') }
    const gone = await removeComment(c.get('deps'), findId(c.req.valid('param').id) ?? 0, by)
    return gone === 'removed' ? c.body(null, 204) : refuse(c, gone)
  })
