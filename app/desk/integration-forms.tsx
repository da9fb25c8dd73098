import { WebhookTopic } from '#contract/integration.ts'
import { Field, FieldError } from '../components/ui/field.tsx'
import { type IntegrationsAnswer } from '../server/desk-integrations.server.ts'

interface FormProps {
  brands: { id: number; name: string }[]
  /** What was wrong with it, with what was typed. */
  answer: IntegrationsAnswer | undefined
}

const inWords = (name: string) => name.replace(/[._:]/g, ' ')

/** A new address: closed until it is wanted, open with what was wrong. */
export function NewEndpoint({ brands, answer }: FormProps) {
  const problems = answer?.problems ?? {}
  const typed = answer?.typed
  return (
    <details className="disc" open={answer !== undefined}>
      <summary>A new address</summary>
      <form method="post" className="form row-form" noValidate>
        <Field
          id="endpoint-url"
          name="url"
          type="url"
          label="Address"
          need="required"
          hint="Begins with https:// and leads out of this network."
          error={problems['url']}
          defaultValue={typed?.url}
          maxLength={500}
        />
        <Field
          id="endpoint-description"
          name="description"
          label="What it is"
          need="optional"
          error={problems['description']}
          defaultValue={typed?.description}
          maxLength={200}
        />
        <BrandChoice id="endpoint-brand_id" {...{ brands, typed }} error={problems['brand_id']} />
        <Ticks
          id="endpoint-events"
          label="Told of"
          names={WebhookTopic.options}
          ticked={typed?.ticked ?? []}
          error={problems['events']}
        />
        <button type="submit" className="btn" name="intent" value="make_endpoint">
          Register this address
        </button>
      </form>
    </details>
  )
}

/** A new key. */
export function NewKey({ brands, scopes, answer }: FormProps & { scopes: string[] }) {
  const problems = answer?.problems ?? {}
  const typed = answer?.typed
  return (
    <details className="disc" open={answer !== undefined}>
      <summary>A new key</summary>
      <form method="post" className="form row-form" noValidate>
        <Field
          id="key-name"
          name="name"
          label="Name"
          need="required"
          hint="Which system has it."
          error={problems['name']}
          defaultValue={typed?.name}
          maxLength={100}
        />
        <BrandChoice id="key-brand_id" {...{ brands, typed }} error={problems['brand_id']} />
        <Field
          id="key-expires_at"
          name="expires"
          type="date"
          label="Good until"
          need="optional"
          hint="Two years at most. Without a day it has no end."
          error={problems['expires_at']}
          defaultValue={typed?.expires}
        />
        <Ticks
          id="key-scopes"
          label="What for"
          names={scopes}
          ticked={typed?.ticked ?? []}
          error={problems['scopes']}
        />
        <button type="submit" className="btn" name="intent" value="make_key">
          Make this key
        </button>
      </form>
    </details>
  )
}

function BrandChoice({
  id,
  brands,
  typed,
  error,
}: {
  id: string
  brands: FormProps['brands']
  typed: IntegrationsAnswer['typed'] | undefined
  error: string | undefined
}) {
  return (
    <div className="field">
      <label htmlFor={id}>Brand</label>
      <FieldError id={id} error={error} />
      <select
        className="input"
        id={id}
        name="brand_id"
        defaultValue={typed?.brand_id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <option value="">Every brand</option>
        {brands.map((brand) => (
          <option key={brand.id} value={brand.id}>
            {brand.name}
          </option>
        ))}
      </select>
    </div>
  )
}

function Ticks({
  id,
  label,
  names,
  ticked,
  error,
}: {
  id: string
  label: string
  names: readonly string[]
  ticked: string[]
  error: string | undefined
}) {
  return (
    <fieldset
      className="field"
      id={id}
      tabIndex={error ? -1 : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      <FieldError id={id} error={error} />
      <div className="desk-ticks">
        {names.map((name) => (
          <label key={name}>
            <input type="checkbox" name="ticked" value={name} defaultChecked={ticked.includes(name)} />{' '}
            {inWords(name)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
