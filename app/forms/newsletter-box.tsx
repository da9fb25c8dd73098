import { inputProps } from '../ui/form/fields.tsx'
import { useShopForm } from '../ui/form/use-shop-form.ts'

/**
 * Subscribes to the newsletter: the next page describes it and sends a confirmation mail. The box
 * stands on pages that are the same for everybody, so nothing is sent without that page.
 */
export function NewsletterBox({
  id,
  list = 'news',
  button = 'second',
}: {
  id: string
  list?: 'news' | 'miami'
  button?: string
}) {
  const shape = { id, labels: { email: 'News to your mailbox' }, fieldId: () => id }
  const form = useShopForm(shape, undefined)
  const { email } = form.fields
  return (
    <form method="post" action="/subscribe" {...form.props}>
      <input type="hidden" name="list" value={list} />
      <div className="with-btn">
        <label className="flabel" htmlFor={email.id}>
          {email.label}
        </label>
        <input
          className="input"
          {...inputProps(email, 'email')}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button type="submit" className={`btn nowrap ${button}`}>
          Get news
        </button>
      </div>
    </form>
  )
}
