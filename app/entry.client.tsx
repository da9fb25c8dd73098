import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * The data of the page, which the router reads when it is first called, and throws as a promise.
 * Nothing above it can suspend, so a key pressed meanwhile would end in an error (React 345).
 * Therefore it is read and awaited here first.
 */
function readPage(): unknown {
  try {
    return RemixBrowser({})
  } catch (waiting) {
    return waiting
  }
}

void Promise.resolve(readPage()).then(() => {
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />)
  })
})
