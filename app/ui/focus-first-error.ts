const CONTROLS = 'input:not([type=hidden]), select, textarea'

/**
 * After a refusal without a page load: to the first field in error, as the server does it for a
 * page of its own. A question that several boxes answer says so in the sentence before them. Where
 * no field is wrong, to the summary.
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
