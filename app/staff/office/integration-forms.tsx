import { WebhookTopic } from '#contract/integration.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { ChoiceField, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type PlainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { FoldedForm } from '../parts/folded-form.tsx'
import { type ENDPOINT_SHAPE, type KEY_SHAPE } from './integration-shapes.ts'

interface FormProps<Shape extends { labels: object }> {
  form: PlainForm<keyof Shape['labels'] & string>
  /** True after a refusal, so that the form shows its errors. */
  open: boolean
  brands: { id: number; name: string }[]
  formKey: string
}

const inWords = (name: string) => name.replace(/[._:]/g, ' ')

/** Adds a webhook address; collapsed unless it was refused. */
export function NewEndpoint({ form, open, brands, formKey }: FormProps<typeof ENDPOINT_SHAPE>) {
  const { url, description, brand_id, events } = form.fields
  return (
    <FoldedForm
      title="A new address"
      form={form}
      open={open}
      button={{ text: 'Register this address', intent: 'make_endpoint' }}
      formKey={formKey}
    >
      <TextField
        field={url}
        type="url"
        need="required"
        hint="Begins with https:// and leads out of this network."
        maxLength={500}
      />
      <TextField field={description} need="optional" maxLength={200} />
      <BrandChoice field={brand_id} brands={brands} />
      <Ticks field={events} names={WebhookTopic.options} />
    </FoldedForm>
  )
}

interface NewKeyProps extends FormProps<typeof KEY_SHAPE> {
  scopes: string[]
}

/** Creates an API key; collapsed unless it was refused. */
export function NewKey({ form, open, brands, scopes, formKey }: NewKeyProps) {
  const { name, brand_id, expires_at, scopes: granted } = form.fields
  return (
    <FoldedForm
      title="A new key"
      form={form}
      open={open}
      button={{ text: 'Make this key', intent: 'make_key' }}
      formKey={formKey}
    >
      <TextField field={name} need="required" hint="Which system has it." maxLength={100} />
      <BrandChoice field={brand_id} brands={brands} />
      <TextField
        field={expires_at}
        type="date"
        need="optional"
        hint="Two years at most. Without a day it has no end."
      />
      <Ticks field={granted} names={scopes} />
    </FoldedForm>
  )
}

const BrandChoice = ({ field, brands }: { field: ShopField; brands: { id: number; name: string }[] }) => (
  <ChoiceField field={field}>
    <NamedOptions none="Every brand" of={brands} />
  </ChoiceField>
)

const Ticks = ({ field, names }: { field: ShopField; names: readonly string[] }) => (
  <FieldGroup id={field.id} label={field.label} error={field.error}>
    <div className="desk-ticks">
      {names.map((name, at) => (
        <label key={name}>
          <input {...optionProps(field, 'checkbox', name, at)} /> {inWords(name)}
        </label>
      ))}
    </div>
  </FieldGroup>
)
