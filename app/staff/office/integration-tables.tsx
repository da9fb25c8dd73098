import { type ApiKey, type WebhookDelivery, type WebhookEndpoint } from '#contract/integration.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { StaffTable } from '../parts/staff-table.tsx'

type Brands = { id: number; name: string }[]

const brandOf = (brands: Brands, id: number | null) =>
  id === null ? 'Every brand' : (brands.find((one) => one.id === id)?.name ?? `Brand ${String(id)}`)
const inWords = (name: string) => name.replace(/[._:]/g, ' ')

interface ButtonsProps {
  id: number
  about: string
  of: [intent: string, text: string][]
  formKey?: string
}

/** The buttons for one row. */
function RowButtons({ id, about, of, formKey }: ButtonsProps) {
  return (
    <form method="post" className="desk-inline">
      <input type="hidden" name="id" value={id} />
      {formKey === undefined ? null : <input type="hidden" name="key" value={formKey} />}
      {of.map(([intent, text]) => (
        <button
          key={intent}
          type="submit"
          className="btn second small"
          name="intent"
          value={intent}
          aria-label={`${text}: ${about}`}
        >
          {text}
        </button>
      ))}
    </form>
  )
}

const STATES: Record<WebhookEndpoint['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  failed: 'Given up',
}

export function EndpointTable({
  endpoints,
  brands,
  zone,
  formKey,
}: {
  endpoints: WebhookEndpoint[]
  brands: Brands
  zone: string
  formKey: string
}) {
  return (
    <StaffTable label="Table of addresses" heads={['Address', 'Told of', 'State', 'What to do']}>
      {endpoints.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            {one.url}
            <small>{[one.description, brandOf(brands, one.brand_id)].filter(Boolean).join(' · ')}</small>
          </th>
          <td>{one.events.map(inWords).join(', ')}</td>
          <td>
            {STATES[one.state]}
            {one.failing_since ? (
              <small>Failing since {formatDateTime(one.failing_since, zone)}</small>
            ) : null}
          </td>
          <td>
            <RowButtons
              id={one.id}
              about={one.url}
              formKey={formKey}
              of={[
                one.state === 'active' ? ['pause', 'Pause'] : ['resume', 'Take up again'],
                ['ping', 'Send a test'],
                ['rotate', 'New secret'],
                ['remove', 'Remove'],
              ]}
            />
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

export function KeyTable({ keys, brands, zone }: { keys: ApiKey[]; brands: Brands; zone: string }) {
  return (
    <StaffTable label="Table of keys" heads={['Key', 'What for', 'Last used', 'Good until', 'What to do']}>
      {keys.map((key) => (
        <tr key={key.id} className={key.revoked_at ? 'muted' : undefined}>
          <th scope="row">
            {key.name}
            <small>
              …{key.key_tail} · {brandOf(brands, key.brand_id)}
            </small>
            {key.asleep && key.revoked_at === null ? <span className="chip warn">Opens nothing</span> : null}
          </th>
          <td>{key.scopes.map(inWords).join(', ')}</td>
          <td>{key.last_used_at ? formatDateTime(key.last_used_at, zone) : 'Never'}</td>
          <td>{key.expires_at ? formatDateTime(key.expires_at, zone) : 'No end'}</td>
          <td>
            {key.revoked_at ? (
              <>Revoked {formatDateTime(key.revoked_at, zone)}</>
            ) : (
              <RowButtons id={key.id} about={key.name} of={[['revoke', 'Revoke']]} />
            )}
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

const DELIVERED: Record<WebhookDelivery['state'], string> = {
  queued: 'Waiting',
  delivered: 'Arrived',
  failed: 'Given up',
}

export function DeliveryTable({
  deliveries,
  endpoints,
  zone,
}: {
  deliveries: WebhookDelivery[]
  endpoints: WebhookEndpoint[]
  zone: string
}) {
  const urlOf = (id: number) => endpoints.find((one) => one.id === id)?.url ?? `Address ${String(id)}`
  return (
    <StaffTable label="Table of what was sent" heads={['When', 'What', 'Where', 'How it went', 'What to do']}>
      {deliveries.map((one) => (
        <tr key={one.id}>
          <th scope="row">{formatDateTime(one.created_at, zone)}</th>
          <td>
            {inWords(one.event_type)}
            <small>{one.event_id}</small>
          </td>
          <td>{urlOf(one.webhook_endpoint_id)}</td>
          <td>
            {DELIVERED[one.state]}
            <small>
              {[
                one.tries === 1 ? '1 try' : `${String(one.tries)} tries`,
                one.last_error ?? (one.last_status === null ? '' : `Answered ${String(one.last_status)}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </td>
          <td>
            <RowButtons id={one.id} about={one.event_id} of={[['again', 'Send again']]} />
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}
