import { z } from 'zod'
import { Id, Instant, ListMeta } from './primitives.ts'

export const COMMENT_LENGTH = 2000
/** Of a comment on the load manifest, which is one sheet of paper. */
export const MANIFEST_COMMENT_LENGTH = 200
/** The entity as the specification spells it, and customers; lower case is accepted too. */
export const CommentableType = z.enum(['Order', 'order', 'Customer', 'customer'], {
  error: 'Must be Order or Customer',
})

/**
 * A comment (spec section 3). The customer reads public comments on orders; only staff read the
 * others, and all that are on customers. One that is marked so stands on the load manifest as well.
 */
export const Comment = z.object({
  id: Id,
  commentable_type: z.enum(['Order', 'Customer']),
  commentable_id: Id,
  public: z.boolean(),
  on_manifest: z.boolean(),
  body: z.string(),
  created_at: Instant,
  updated_at: Instant,
})
const body = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, 'This field is required')
  .max(COMMENT_LENGTH, `Write at most ${String(COMMENT_LENGTH)} characters`)

/**
 * `POST /v1/comments`: a comment is private unless `public` is set. With `on_manifest`, which only an
 * order has, the pilot reads it beside the party; it has at most 200 characters then.
 */
export const CommentRequest = z.object({
  comment: z.object({
    commentable_type: CommentableType,
    commentable_id: Id,
    public: z.boolean().default(false),
    on_manifest: z.boolean().default(false),
    body,
  }),
})
/**
 * `PATCH /v1/comments/{id}`: omitted fields stay unchanged. With `body_was` a text that somebody has
 * changed since is not overwritten.
 */
export const CommentChangeRequest = z.object({
  comment: z.object({
    public: z.boolean().optional(),
    on_manifest: z.boolean().optional(),
    body: body.optional(),
    body_was: z.string().optional(),
  }),
})
export const CommentReply = z.object({ comment: Comment })
export const CommentsReply = z.object({ comments: z.array(Comment), meta: ListMeta })

/** The note behind a line of a history, for those who may change it. */
export const HistoryNote = z.object({
  id: Id,
  author_id: Id,
  body: z.string(),
  /** Whether it stands on the load manifest; missing where that cannot be. */
  on_manifest: z.boolean().optional(),
})

export type HistoryNote = z.infer<typeof HistoryNote>
export type Comment = z.infer<typeof Comment>
