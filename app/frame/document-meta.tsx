import { Meta } from '@remix-run/react'
import { Children, cloneElement, isValidElement, type ReactNode, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'

/**
 * Whether the page shows a form's refusal. A form that succeeds redirects, so any data of an action
 * is a refusal unless it says otherwise. The router gives a page's action data only to the page
 * itself, and its title is rendered outside of the page. Hence the router's context, which is
 * exported as unsafe and pinned with the router's version. A browser test checks the title.
 */
function useFormRefused(): boolean {
  const answers = useContext(RouterState)?.actionData ?? {}
  return Object.values(answers).some(isRefusal)
}

const isRefusal = (answer: unknown): boolean =>
  answer !== null && answer !== undefined && (answer as { refused?: boolean }).refused !== false

/** Prefixes the title among the given head elements with "Error: ". */
export function withErrorTitle(head: ReactNode): ReactNode {
  return Children.map(head, (element) => {
    if (!isValidElement<{ children?: ReactNode }>(element)) return element
    if (element.type === 'title') return cloneElement(element, {}, `Error: ${String(element.props.children)}`)
    if (element.props.children) return cloneElement(element, {}, withErrorTitle(element.props.children))
    return element
  })
}

/**
 * The routes' `<meta>` and `<title>`. After a refused form the title begins with "Error: ", which
 * screen readers announce first.
 */
export function DocumentMeta() {
  const refused = useFormRefused()
  // Called instead of rendered, because the title among its elements has to be changed.
  const head = Meta()
  return refused ? withErrorTitle(head) : head
}
