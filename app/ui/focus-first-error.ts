const CONTROLS = 'input:not([type=hidden]), select, textarea'

/**
 * Focuses the first field in error after a refusal without a page load, as the server does for a
 * page load. For a question with several boxes the error message marks the group. If no field is
 * wrong, the summary gets the focus.
 */
export function focusFirstError(): void {
  const wrong = document.querySelector<HTMLElement>('[aria-invalid=true], .error[id]')
  const field = wrong?.matches('.error')
    ? (wrong.closest<HTMLElement>('.card-area') ??
      [...document.querySelectorAll<HTMLElement>(CONTROLS)].find(
        (one) => wrong.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
      ))
    : wrong
  const target = field ?? document.getElementById('errors')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: field ? 'center' : 'start' })
}
