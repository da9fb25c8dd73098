import { useEffect } from 'react'
import { focusFirstError } from '../../ui/focus-first-error.ts'

/**
 * After a refusal without a page load: to the first field in error, and "Error: " before the title,
 * as the server does it. Spec section 8: the page scrolls to what is wrong.
 *
 * @param refusal the latest answer; another object is another refusal
 */
export function useRefusalFocus(refusal: object | undefined) {
  useEffect(() => {
    if (!refusal) return undefined
    focusFirstError()
    const { title } = document
    if (!title.startsWith('Error: ')) document.title = `Error: ${title}`
    return () => {
      document.title = title
    }
  }, [refusal])
}
