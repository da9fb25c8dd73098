import { type ReactNode } from 'react'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormErrors, HoneypotField } from '../ui/form/fields.tsx'
import { type FormAnswer, HONEYPOT } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { FormFields } from './form-fields.tsx'
import { type FormField, publicShape } from './form-shapes.ts'

/** A text that leads to a form. */
export interface FormText {
  title: string
  summary: string
  place: Parameters<typeof SceneBand>[0]['place']
  mood: Parameters<typeof SceneBand>[0]['mood']
  html: string
}

export interface ShownForm {
  text: FormText
  /** Where it is sent; also tells it from other forms. */
  action: string
  button: string
  fields: readonly FormField[]
  /** Undefined where the service behind the shop takes no forms. */
  stamp: string | undefined
  /** What its fields begin with. */
  known: Readonly<Record<string, string>>
  /** The brand's address, for where the form cannot be sent. */
  mailto: string
}

/** Why a form was not taken; `stamp` is undefined where another one is needed. */
export type RefusedForm = FormAnswer & { stamp?: string | undefined }

/** A public form as its page shows it, with the stamp it is sent with. */
export function usePublicForm(form: ShownForm, refused?: RefusedForm) {
  const shape = publicShape(form.action.slice(1), form.fields)
  return { ...useShopForm(shape, refused, form.known), stamp: refused?.stamp ?? form.stamp }
}

interface FormPageProps {
  form: ShownForm
  refused: RefusedForm | undefined
  /** What is left to do, said first. */
  notice?: string | undefined
  /** Between the text and the form. */
  children?: ReactNode
  /** Without its fields: what it asks cannot be answered now. */
  closed?: ReactNode
  /** What goes along unseen. */
  hidden?: Readonly<Record<string, string>>
}

/** A heading, a picture, a text, and a form that works without a script. */
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

/** The fields and the button, without what leads to them. */
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
