import { type ApiKey, type WebhookDelivery, type WebhookEndpoint } from '#contract/integration.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { inWords } from '../parts/in-words.ts'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'

type Brands = { id: number; name: string }[]

const brandOf = (brands: Brands, id: number | null) =>
  id === null ? 'Every brand' : (brands.find((one) => one.id === id)?.name ?? `Brand ${String(id)}`)

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

const STATES: Record<WebhookEndpoint['state'], StateWords> = {
  active: { text: 'Active', shape: 'ok' },
  paused: { text: 'Paused', shape: 'few' },
  failed: { text: 'Given up', shape: 'bad' },
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
    <StaffTable label="Table of addresses" stacked heads={['Address', 'Told of', 'State', 'What to do']}>
      {endpoints.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            {one.url}
            <small>{[one.description, brandOf(brands, one.brand_id)].filter(Boolean).join(' · ')}</small>
          </th>
          <td>{one.events.map(inWords).join(', ')}</td>
          <td>
            <StaffState shape={STATES[one.state].shape}>{STATES[one.state].text}</StaffState>
            {one.failing_since ? (
              <small>
                Failing since <DateTimeCell at={one.failing_since} zone={zone} />
              </small>
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
    <StaffTable
      label="Table of keys"
      stacked
      heads={['Key', 'What for', 'Last used', 'Good until', 'What to do']}
    >
      {keys.map((key) => (
        <tr key={key.id} className={key.revoked_at ? 'muted' : undefined}>
          <th scope="row">
            {key.name}
            <small>
              …{key.key_tail} · {brandOf(brands, key.brand_id)}
            </small>
            {key.asleep && key.revoked_at === null ? (
              <StaffState shape="late">Opens nothing</StaffState>
            ) : null}
          </th>
          <td>{key.scopes.map(inWords).join(', ')}</td>
          <td data-label="Last used">
            <DateTimeCell at={key.last_used_at} zone={zone} none="Never" />
          </td>
          <td data-label="Good until">
            <DateTimeCell at={key.expires_at} zone={zone} none="No end" />
          </td>
          <td>
            {key.revoked_at ? (
              <>
                Revoked <DateTimeCell at={key.revoked_at} zone={zone} />
              </>
            ) : (
              <RowButtons id={key.id} about={key.name} of={[['revoke', 'Revoke']]} />
            )}
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

const DELIVERED: Record<WebhookDelivery['state'], StateWords> = {
  queued: { text: 'Waiting', shape: 'late' },
  delivered: { text: 'Arrived', shape: 'ok' },
  failed: { text: 'Given up', shape: 'bad' },
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
    <StaffTable
      label="Table of what was sent"
      stacked
      heads={['When', 'What', 'Where', 'How it went', 'What to do']}
    >
      {deliveries.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <DateTimeCell at={one.created_at} zone={zone} />
          </th>
          <td>
            {inWords(one.event_type)}
            <small>{one.event_id}</small>
          </td>
          <td>{urlOf(one.webhook_endpoint_id)}</td>
          <td>
            <StaffState shape={DELIVERED[one.state].shape}>{DELIVERED[one.state].text}</StaffState>
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
