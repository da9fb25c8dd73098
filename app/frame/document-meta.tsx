import { Meta } from '@remix-run/react'
import { Children, cloneElement, isValidElement, type ReactNode, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'

/**
 * Whether the page on show is a form's refusal: a form that succeeds redirects, so any answer of an
 * action is one, unless it says that it is none. The router tells a page's own action only to the
 * page itself, and its title stands outside of it; hence the router's context, which is exported as
 * unsafe and pinned with the router's version. A browser test reads the title.
 */
function useFormRefused(): boolean {
  const answers = useContext(RouterState)?.actionData ?? {}
  return Object.values(answers).some(isRefusal)
}

const isRefusal = (answer: unknown): boolean =>
  answer !== null && answer !== undefined && (answer as { refused?: boolean }).refused !== false

/** Puts "Error: " in front of the title among the given head elements. */
export function withErrorTitle(head: ReactNode): ReactNode {
  return Children.map(head, (element) => {
    if (!isValidElement<{ children?: ReactNode }>(element)) return element
    if (element.type === 'title') return cloneElement(element, {}, `Error: ${String(element.props.children)}`)
    if (element.props.children) return cloneElement(element, {}, withErrorTitle(element.props.children))
    return element
  })
}

/**
 * The routes' `<meta>` and `<title>`; after a refused form the title says so first, for those who
 * listen to it.
 */
export function DocumentMeta() {
  const refused = useFormRefused()
  // Called, not rendered: its elements are needed to change the one.
  const head = Meta()
  return refused ? withErrorTitle(head) : head
}
