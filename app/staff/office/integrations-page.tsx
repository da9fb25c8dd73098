import { type ApiKey, type WebhookDelivery, type WebhookEndpoint } from '#contract/integration.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { type IntegrationsAnswer, type CreatedSecret } from './handle-integrations.server.ts'
import { NewEndpoint, NewKey } from './integration-forms.tsx'
import { ENDPOINT_SHAPE, KEY_SHAPE } from './integration-shapes.ts'
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
  const refused = answer?.refusal
  const endpoint = plainForm(ENDPOINT_SHAPE, refused)
  const key = plainForm(KEY_SHAPE, refused)
  return (
    <div className="wrap desk">
      <FormErrors form={endpoint} />
      <FormErrors form={key} />
      <Failure text={answer?.failure} />
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about="Other systems hear from the shop at an address of theirs, and ask it with a key of yours."
      >
        Integrations
      </StaffPageTitle>
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
          <NothingHere what="Nobody is told anything yet.">
            Add the address of a system that wants to know of orders and flights.
          </NothingHere>
        ) : (
          <EndpointTable {...{ endpoints, brands, zone, formKey }} />
        )}
        <NewEndpoint {...{ brands, formKey }} form={endpoint} open={refused?.form === ENDPOINT_SHAPE.id} />
      </section>
      <section className="desk-part" aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        {keys.length === 0 ? (
          <NothingHere what="There are none yet.">
            Make one for each system, so that one can be taken back alone.
          </NothingHere>
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
        <NewKey {...{ brands, scopes, formKey }} form={key} open={refused?.form === KEY_SHAPE.id} />
      </section>
      <section className="desk-part" aria-labelledby="sent">
        <h2 id="sent">What was sent</h2>
        {deliveries.length === 0 ? (
          <NothingHere what="Nothing yet.">What is sent stands here for thirty days.</NothingHere>
        ) : (
          <DeliveryTable {...{ deliveries, endpoints, zone }} />
        )}
      </section>
    </div>
  )
}
