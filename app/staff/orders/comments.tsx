import { type Comment, COMMENT_LENGTH } from '#contract/comment.ts'
import { FormErrors, optionProps, TextAreaField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { COMMENT_SHAPE } from './order-forms.ts'
import { formatDateTime } from '../../format/date-time.ts'

interface StaffCommentsProps {
  order: number
  comments: Comment[]
  zone: string
  refusal: FormAnswer | undefined
}

/**
 * The comments on an order, and a form for a new one; the customer sees only those marked as
 * public.
 */
export function StaffComments({ order, comments, zone, refusal }: StaffCommentsProps) {
  const form = useShopForm(COMMENT_SHAPE, refusal)
  const { body: words, public: shown } = form.fields
  return (
    <section className="desk-part" aria-labelledby="comments">
      <h2 id="comments">Comments</h2>
      {comments.length === 0 ? <p className="muted">Nothing noted yet.</p> : null}
      <ol className="desk-log">
        {comments.map(({ id, body, public: isPublic, created_at: at }) => (
          <li key={id}>
            <p>{body}</p>
            <p className="sm subtle">
              {formatDateTime(at, zone)}{' '}
              <span className={isPublic ? 'chip info' : 'chip line'}>
                {isPublic ? 'The customer reads it' : 'Desk only'}
              </span>
            </p>
          </li>
        ))}
      </ol>
      <FormErrors form={form} />
      <form method="post" action={`/staff/orders/${String(order)}`} className="form" {...form.props}>
        <TextAreaField field={words} rows={3} maxLength={COMMENT_LENGTH} />
        <p>
          <label>
            <input {...optionProps(shown, 'checkbox', 'yes', 0)} /> {shown.label}
          </label>
        </p>
        <button type="submit" className="btn second small" name="intent" value="comment">
          Add comment
        </button>
      </form>
    </section>
  )
}
