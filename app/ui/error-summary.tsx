export interface SummaryItem {
  text: string
  /** The id of the field, or of the part of the page, where the error is corrected. */
  target?: string | undefined
}

/**
 * All errors of a submitted form, above the page's heading. The first field in error has the focus,
 * and screen readers announce the alert. If no field is wrong, the box has the focus, even without
 * scripts; the alert is a child, because some screen readers stay silent if the focused element
 * itself is the alert.
 *
 * @param props.unfocused a field of the form has the focus; without it `focusFirstError` looks for
 *   one
 */
export function ErrorSummary({ items, unfocused }: { items: readonly SummaryItem[]; unfocused?: boolean }) {
  if (items.length === 0) return null
  return (
    // eslint-disable-next-line jsx-a11y/no-autofocus -- no script is there to move the focus
    <div className="esum" id="errors" tabIndex={-1} autoFocus={!unfocused}>
      <div role="alert">
        <h2>There is a problem</h2>
        <ul>
          {items.map((item) => (
            <li key={`${item.target ?? ''}:${item.text}`}>
              {item.target ? <a href={`#${item.target}`}>{item.text}</a> : item.text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
