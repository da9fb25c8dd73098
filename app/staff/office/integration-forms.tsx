import { WebhookTopic } from '#contract/integration.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { Field } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { type IntegrationsAnswer } from './handle-integrations.server.ts'
import { FoldedForm } from '../parts/folded-form.tsx'

interface FormProps {
  brands: { id: number; name: string }[]
  /** What was wrong with it, with what was typed. */
  answer: IntegrationsAnswer | undefined
  formKey: string
}

const inWords = (name: string) => name.replace(/[._:]/g, ' ')

/** A new address: closed until it is wanted, open with what was wrong. */
export function NewEndpoint({ brands, answer, formKey }: FormProps) {
  const problems = answer?.problems ?? {}
  const typed = answer?.typed
  return (
    <FoldedForm
      title="A new address"
      open={answer !== undefined}
      button={{ text: 'Register this address', intent: 'make_endpoint' }}
      formKey={formKey}
    >
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
    </FoldedForm>
  )
}

/** A new key. */
export function NewKey({ brands, scopes, answer, formKey }: FormProps & { scopes: string[] }) {
  const problems = answer?.problems ?? {}
  const typed = answer?.typed
  return (
    <FoldedForm
      title="A new key"
      open={answer !== undefined}
      button={{ text: 'Make this key', intent: 'make_key' }}
      formKey={formKey}
    >
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
    </FoldedForm>
  )
}

interface BrandChoiceProps {
  id: string
  brands: FormProps['brands']
  typed: IntegrationsAnswer['typed'] | undefined
  error: string | undefined
}

const BrandChoice = ({ id, brands, typed, error }: BrandChoiceProps) => (
  <SelectField id={id} name="brand_id" label="Brand" error={error} defaultValue={typed?.brand_id}>
    <NamedOptions none="Every brand" of={brands} />
  </SelectField>
)

interface TicksProps {
  id: string
  label: string
  names: readonly string[]
  ticked: string[]
  error: string | undefined
}

const Ticks = ({ id, label, names, ticked, error }: TicksProps) => (
  <FieldGroup id={id} label={label} error={error}>
    <div className="desk-ticks">
      {names.map((name) => (
        <label key={name}>
          <input type="checkbox" name="ticked" value={name} defaultChecked={ticked.includes(name)} />{' '}
          {inWords(name)}
        </label>
      ))}
    </div>
  </FieldGroup>
)
