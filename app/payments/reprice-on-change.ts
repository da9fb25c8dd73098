import { type MouseEvent } from 'react'

/**
 * What is ticked in the panel is priced at once: a tick presses the button that asks for the total.
 */
export function repriceOnTick({ target }: MouseEvent<HTMLFormElement>) {
  const { dataset, form } = target as Partial<HTMLInputElement>
  if (dataset?.['reprice'] !== undefined)
    form?.requestSubmit(form.querySelector<HTMLElement>('[value=update]'))
}
