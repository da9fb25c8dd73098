import { createRoute } from '@hono/zod-openapi'
import {
  CommentableType,
  CommentChangeRequest,
  CommentReply,
  CommentRequest,
  CommentsReply,
} from '#contract/comment.ts'
import { createRouter } from '../../http/http.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { changeComment, commentSorts, listComments, removeComment, writeComment } from '../order-comments.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/comments',
  summary: 'What the operator noted, newest first',
  description: 'Staff read all of them; a customer the public ones of their own orders.',
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
  summary: 'Note something about an order; public ones stand on its customer’s page',
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
  summary: 'Change a comment, or who may read it',
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
  summary: 'Take a comment away',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'It is gone' } },
})

export const comments = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const reader = { caller: c.get('signedIn'), reach: c.get('reach') }
    const orderId = query.commentable_id === undefined ? undefined : (findId(query.commentable_id) ?? 0)
    const { rows, totalCount } = await listComments(
      c.get('deps').database.db,
      reader,
      { orderId },
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
    const { commentable_id: commentableId, public: isPublic, body } = c.req.valid('json').comment
    const input = { commentableType: 'order' as const, commentableId, public: isPublic, body }
    const comment = await writeComment(c.get('deps'), auditBy(c), input)
    if (!comment) return refuseFields(c, { commentable_id: ['There is no such order'] })
    return c.json({ comment }, 201)
  })
  .openapi(change, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const comment = await changeComment(c.get('deps'), id, c.req.valid('json').comment, auditBy(c))
    return comment ? c.json({ comment }, 200) : refuse(c, 'not_found')
  })
  .openapi(remove, async (c) => {
    const gone = await removeComment(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
