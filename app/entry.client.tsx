import { RemixBrowser } from '@remix-run/react'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * What the framework waits for before it can show anything: the page's data, which it begins to
 * read when it is first called, and throws. Above it nothing can wait, so a key pressed meanwhile
 * would end in an error (React 345).
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
