import reloadOnce from '../enhancers/reload-once.js?raw'
import { useNonce } from '../page/nonce.ts'

/**
 * Reloads the page if a script file cannot be loaded, because a new release has replaced it or the
 * connection failed: once per file, and only while nothing was typed. If that does not help, the
 * page stays plain HTML whose forms work. The script is inline, because a file could fail to load
 * itself.
 */
export function ReloadOnce() {
  const nonce = useNonce()
  // The browser never renders it again, so the script is left out of the client bundle.
  const script = import.meta.env.SSR ? reloadOnce : ''
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}
