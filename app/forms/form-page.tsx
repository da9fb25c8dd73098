import { type ReactNode } from 'react'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormErrors, HoneypotField } from '../ui/form/fields.tsx'
import { type FormAnswer, HONEYPOT } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { FormFields } from './form-fields.tsx'
import { type FormField, publicShape } from './form-shapes.ts'

/** The text above a form. */
export interface FormText {
  title: string
  summary: string
  place: Parameters<typeof SceneBand>[0]['place']
  mood: Parameters<typeof SceneBand>[0]['mood']
  html: string
}

export interface ShownForm {
  text: FormText
  /** The address it is submitted to; also identifies the form. */
  action: string
  button: string
  fields: readonly FormField[]
  /** Undefined if the service behind the shop has no forms. */
  stamp: string | undefined
  /** The initial values of its fields. */
  known: Readonly<Record<string, string>>
  /** The brand's e-mail address, for when the form cannot be submitted. */
  mailto: string
}

/** The refusal of a form; `stamp` is undefined if a new one is needed. */
export type RefusedForm = FormAnswer & { stamp?: string | undefined }

/** A public form on its page, with the stamp that is submitted with it. */
export function usePublicForm(form: ShownForm, refused?: RefusedForm) {
  const shape = publicShape(form.action.slice(1), form.fields)
  return { ...useShopForm(shape, refused, form.known), stamp: refused?.stamp ?? form.stamp }
}

interface FormPageProps {
  form: ShownForm
  refused: RefusedForm | undefined
  /** What remains to be done; shown first. */
  notice?: string | undefined
  /** Content between the text and the form. */
  children?: ReactNode
  /** Hides the fields, because the form cannot be used now. */
  closed?: ReactNode
  /** Hidden fields. */
  hidden?: Readonly<Record<string, string>>
}

/** A heading, a picture, a text, and a form that works without scripts. */
export function FormPage({ form, refused, notice, children, closed, hidden = {} }: FormPageProps) {
  const { text: words } = form
  const shop = usePublicForm(form, refused)
  return (
    <div className="wrap section form-page">
      <FormErrors form={shop} />
      {notice ? <p role="status">{notice}</p> : null}
      <div className="head split">
        <h1>{words.title}</h1>
        <p className="lede">{words.summary}</p>
      </div>
      <SceneBand place={words.place} mood={words.mood} />
      <div className="form-cols">
        <div>
          <div className="prose" dangerouslySetInnerHTML={{ __html: words.html }} />
          {children}
        </div>
        {closed ?? <FormBody form={form} shop={shop} hidden={hidden} />}
      </div>
    </div>
  )
}

interface TheFormProps {
  form: ShownForm
  shop: ShopForm & { stamp: string | undefined }
  hidden?: Readonly<Record<string, string>>
}

/** The fields and the button, without the text above them. */
export function FormBody({ form, shop, hidden = {} }: TheFormProps) {
  const { stamp, fields } = shop
  const website = fields[HONEYPOT]
  if (stamp === undefined) return <ByMail mailto={form.mailto} />
  return (
    <form method="post" action={form.action} className="form" {...shop.props}>
      <input type="hidden" name="stamp" value={stamp} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {website ? <HoneypotField field={website} /> : null}
      <FormFields asked={form.fields} fields={fields} />
      <SubmitButton>{form.button}</SubmitButton>
      <p className="hint">
        What happens with it stands in our <a href="/privacy-policy">Privacy Policy</a>.
      </p>
    </form>
  )
}

function ByMail({ mailto }: { mailto: string }) {
  return (
    <p>
      This form cannot be sent just now. Please write to <a href={`mailto:${mailto}`}>{mailto}</a> instead.
    </p>
  )
}
