import reloadOnce from '../enhancers/reload-once.js?raw'
import { useNonce } from '../page/nonce.ts'

/**
 * A script file that does not come (a new release has replaced it, or the line broke) makes the
 * page load anew: once for each file, and only while nothing was typed. After that, and without any
 * script, the page stays what it is: plain HTML whose forms work. It stands in the page itself,
 * because a file could be the one that does not come.
 */
export function ReloadOnce() {
  const nonce = useNonce()
  // The browser never runs it a second time: its own files need not carry it.
  const script = import.meta.env.SSR ? reloadOnce : ''
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
