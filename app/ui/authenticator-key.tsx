import { QrCode } from './qr-code.tsx'

interface AuthenticatorKeyProps {
  secret: string
  /** The key as apps scan it; null where only the typed key is known any more. */
  uri: string | null
  /** The sandbox's authenticator, in place of the app on a phone; null where there is none. */
  authenticator: { account: string } | null
}

/** The key of an authenticator app: to be scanned, typed, or opened on the same phone. */
export function AuthenticatorKey({ secret, uri, authenticator }: AuthenticatorKeyProps) {
  return (
    <section className="card stack" aria-labelledby="new-key">
      <h2 id="new-key">1. Put this key into your app</h2>
      {uri === null ? null : (
        <>
          <QrCode text={uri} label="The key below, to be scanned" />
          <p>
            Scan it with the app. On this phone? <a href={uri}>Open it in the app</a>
          </p>
        </>
      )}
      <p className="muted">Or type the key:</p>
      <p className="secret">{secret.replace(/(.{4})/g, '$1 ').trim()}</p>
      {authenticator === null ? null : (
        <form method="post" action="/sandbox/authenticator" target="_blank" className="stack">
          <input type="hidden" name="account" value={authenticator.account} />
          <input type="hidden" name="secret" value={secret} />
          <p className="muted">No app at hand? This is a test shop, which brings one.</p>
          <p>
            <button type="submit" className="btn second">
              Use the test authenticator
            </button>
          </p>
        </form>
      )}
    </section>
  )
}
