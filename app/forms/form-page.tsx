import { type ReactNode } from 'react'
import { SceneBand } from '../pictures/scene-picture.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FormFields, HoneypotField } from './form-fields.tsx'
import { type FormField } from './form-shapes.ts'
import { type FieldProblems } from '../ui/form-fields.ts'

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
  action: string
  button: string
  fields: readonly FormField[]
  /** Undefined where the service behind the shop takes no forms. */
  stamp: string | undefined
  typed: Readonly<Record<string, string>>
  /** The brand's address, for where the form cannot be sent. */
  mailto: string
}

/** Why a form was not taken. */
export interface RefusedForm {
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
  /** What belongs to no field. */
  text: string
  /** Undefined where another stamp is needed. */
  stamp: string | undefined
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
  const { text: words, fields } = form
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const problems = refused?.problems ?? {}
  const items = ['website', ...fields.map(({ name }) => name)].flatMap((field) =>
    problems[field]
      ? {
          text: `${labels[field] ?? 'Website'}: ${problems[field]}`,
          target: field === 'score' ? 'score-0' : field,
        }
      : [],
  )
  // What is wrong with something nobody typed is said all the same.
  const text = refused?.text || (items.length === 0 ? Object.values(problems)[0] : '')
  return (
    <div className="wrap section form-page">
      <ErrorSummary items={[...(text ? [{ text }] : []), ...items]} />
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
        {closed ?? <FormBody form={form} refused={refused} hidden={hidden} />}
      </div>
    </div>
  )
}

/** The fields and the button, without what leads to them. */
export function FormBody({
  form,
  refused,
  hidden,
}: Required<Pick<FormPageProps, 'form' | 'refused' | 'hidden'>>) {
  const stamp = refused?.stamp ?? form.stamp
  if (stamp === undefined) return <ByMail mailto={form.mailto} />
  return (
    <form method="post" action={form.action} className="form" noValidate>
      <input type="hidden" name="stamp" value={stamp} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <HoneypotField error={refused?.problems['website']} />
      <FormFields
        fields={form.fields}
        typed={refused?.typed ?? form.typed}
        problems={refused?.problems ?? {}}
      />
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
