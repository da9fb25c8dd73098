import { z } from 'zod'
import { Id, Instant, ListMeta } from './primitives.ts'

export const COMMENT_LENGTH = 2000
/** The entity as the specification spells it; lower case is accepted too. */
export const CommentableType = z.enum(['Order', 'order'], { error: 'Must be Order' })

/** A comment (spec section 3). The customer reads public comments; only staff read the others. */
export const Comment = z.object({
  id: Id,
  commentable_type: z.literal('Order'),
  commentable_id: Id,
  public: z.boolean(),
  body: z.string(),
  created_at: Instant,
  updated_at: Instant,
})
const body = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, 'This field is required')
  .max(COMMENT_LENGTH, `Write at most ${String(COMMENT_LENGTH)} characters`)

/** `POST /v1/comments`: a comment is private unless `public` is set. */
export const CommentRequest = z.object({
  comment: z.object({
    commentable_type: CommentableType,
    commentable_id: Id,
    public: z.boolean().default(false),
    body,
  }),
})
/** `PATCH /v1/comments/{id}`: omitted fields stay unchanged. */
export const CommentChangeRequest = z.object({
  comment: z.object({ public: z.boolean().optional(), body: body.optional() }),
})
export const CommentReply = z.object({ comment: Comment })
export const CommentsReply = z.object({ comments: z.array(Comment), meta: ListMeta })

export type Comment = z.infer<typeof Comment>
