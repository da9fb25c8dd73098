import { type Comment, COMMENT_LENGTH } from '#contract/comment.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldError } from '../../ui/field.tsx'
import { formatDateTime } from '../../format/date-time.ts'

interface StaffCommentsProps {
  comments: Comment[]
  zone: string
  failure: string | undefined
}

/**
 * What was noted about an order, and a place to note more; only what is marked so is for the
 * customer.
 */
export function StaffComments({ comments, zone, failure }: StaffCommentsProps) {
  return (
    <section className="desk-part" aria-labelledby="comments">
      <h2 id="comments">Comments</h2>
      {comments.length === 0 ? <p className="muted">Nothing noted yet.</p> : null}
      <ol className="desk-log">
        {comments.map(({ id, body, public: shown, created_at: at }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="sm subtle">
              {formatDateTime(at, zone)}{' '}
              <span className={shown ? 'chip info' : 'chip line'}>
                {shown ? 'The customer reads it' : 'Desk only'}
              </span>
            </p>
          </li>
        ))}
      </ol>
      <form method="post" className="form" noValidate>
        <ErrorSummary items={failure ? [{ text: failure, target: 'body' }] : []} />
        <div className="field">
          <p className="field-label">
            <label htmlFor="body">Comment</label>
          </p>
          <FieldError id="body" error={failure} />
          <textarea
            className="input"
            id="body"
            name="body"
            rows={3}
            maxLength={COMMENT_LENGTH}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? 'body-error' : undefined}
          />
        </div>
        <p>
          <label>
            <input type="checkbox" name="public" value="yes" /> Show it to the customer
          </label>
        </p>
        <button type="submit" className="btn second small" name="intent" value="comment">
          Add comment
        </button>
      </form>
    </section>
  )
}
