import { useEffect } from 'react'
import { focusFirstError } from '../../ui/focus-first-error.ts'

/**
 * After a refusal without a page load: focuses the first field in error and puts "Error: " before
 * the title, as the server does for a page load. Spec section 8: the page scrolls to the error.
 *
 * @param refusal the latest answer; a new object is a new refusal
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
