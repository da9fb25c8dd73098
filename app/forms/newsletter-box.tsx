/**
 * An address for our news; the page it leads to says what comes, and asks the mailbox. It stands on
 * pages that are the same for everybody, so it sends nothing by itself.
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
  return (
    <form method="post" action="/subscribe" noValidate>
      <input type="hidden" name="list" value={list} />
      <div className="with-btn">
        <label className="flabel" htmlFor={id}>
          News to your mailbox
        </label>
        <input
          className="input"
          id={id}
          name="email"
          type="email"
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
