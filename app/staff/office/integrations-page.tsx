import { type ApiKey, type WebhookDelivery, type WebhookEndpoint } from '#contract/integration.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Failure } from '../../ui/notice.tsx'
import { type IntegrationsAnswer, type CreatedSecret } from './handle-integrations.server.ts'
import { NewEndpoint, NewKey } from './integration-forms.tsx'
import { DeliveryTable, EndpointTable, KeyTable } from './integration-tables.tsx'

export interface IntegrationsPageProps {
  endpoints: WebhookEndpoint[]
  deliveries: WebhookDelivery[]
  keys: ApiKey[]
  scopes: string[]
  brands: { id: number; name: string }[]
  zone: string
  /** Idempotency key of the forms on this page. */
  formKey: string
  /** A secret or a key that was just created; it is shown only once. */
  shown: CreatedSecret | undefined
  answer: IntegrationsAnswer | undefined
}

/** The receivers of webhooks, and the API keys. */
export function IntegrationsPage(props: IntegrationsPageProps) {
  const { endpoints, deliveries, keys, scopes, brands, zone, formKey, shown, answer } = props
  const problems = answer?.problems ?? {}
  const idOf = (name: string) => `${answer?.form ?? ''}-${name}`
  return (
    <div className="wrap desk">
      {answer?.form ? (
        <ErrorSummary
          items={Object.entries(problems).map(([name, text]) => ({ text, target: idOf(name) }))}
        />
      ) : null}
      <Failure text={answer?.failure} />
      <div className="stack">
        <h1>Integrations</h1>
        <p className="muted">
          Other systems hear from the shop at an address of theirs, and ask it with a key of yours.
        </p>
      </div>
      {shown ? (
        <section className="card stack" aria-labelledby="shown" role="status">
          <h2 id="shown">{shown.what}</h2>
          <p className="secret">{shown.secret}</p>
          <p>Copy it now. It is not shown again, and nobody here can read it.</p>
        </section>
      ) : null}
      <section className="desk-part" aria-labelledby="addresses">
        <h2 id="addresses">Addresses that are told what happens</h2>
        {endpoints.length === 0 ? (
          <p className="muted">Nobody is told anything yet.</p>
        ) : (
          <EndpointTable {...{ endpoints, brands, zone, formKey }} />
        )}
        <NewEndpoint {...{ brands, formKey }} answer={answer?.form === 'endpoint' ? answer : undefined} />
      </section>
      <section className="desk-part" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {keys.length === 0 ? (
          <p className="muted">There are none yet.</p>
        ) : (
          <>
            <KeyTable {...{ keys, brands, zone }} />
            {keys.some((key) => key.asleep && key.revoked_at === null) ? (
              <p className="sm">
                A key opens nothing while whoever made it is suspended or no admin. Make one of your own for a
                system that goes on.
              </p>
            ) : null}
          </>
        )}
        <NewKey {...{ brands, scopes, formKey }} answer={answer?.form === 'key' ? answer : undefined} />
      </section>
      <section className="desk-part" aria-labelledby="sent">
        <h2 id="sent">What was sent</h2>
        {deliveries.length === 0 ? (
          <p className="muted">Nothing yet. What is sent stands here for thirty days.</p>
        ) : (
          <DeliveryTable {...{ deliveries, endpoints, zone }} />
        )}
      </section>
    </div>
  )
}
