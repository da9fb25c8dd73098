import { type MouseEvent } from 'react'

/**
 * Prices the selected tenders at once: a change of the panel clicks the button that updates the
 * total.
 */
export function repriceOnTick({ target }: MouseEvent<HTMLFormElement>) {
  const { dataset, form } = target as Partial<HTMLInputElement>
  if (dataset?.['reprice'] !== undefined)
    form?.requestSubmit(form.querySelector<HTMLElement>('[value=update]'))
}
