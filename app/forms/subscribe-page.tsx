import { SubmitButton } from '../ui/submit-button.tsx'
import { FormPage, type RefusedForm, type ShownForm } from './form-page.tsx'
import { type FormField } from './form-shapes.ts'

export const SIGN_UP_FIELDS: readonly FormField[] = [
  { name: 'email', label: 'Email', kind: 'email', need: 'required' },
  {
    name: 'list',
    label: 'What you would like to hear of',
    kind: 'select',
    need: 'required',
    choices: [
      ['news', 'All our flights'],
      ['miami', 'Flights over Miami only'],
    ],
  },
  {
    name: 'consent',
    label: 'Write to me, a mail or two a month, until I say stop',
    kind: 'check',
    need: 'required',
  },
]

interface SubscribePageProps {
  form: ShownForm
  refused: RefusedForm | undefined
  /** The e-mail was typed into a newsletter box on another page. */
  brought: boolean
}

export function SubscribePage({ form, refused, brought }: SubscribePageProps) {
  const notice = brought ? 'One step is left: tick the box and press the button.' : undefined
  return <FormPage form={form} refused={refused} notice={notice} />
}

/** The page behind a mailed link: opening it changes nothing, its button does. */
export function ButtonPage(props: {
  title: string
  text: string
  action: string
  button: string
  alert?: boolean
}) {
  const { title, text, action, button, alert = false } = props
  return (
    <div className="wrap section form-page">
      <div className="head">
        <h1>{title}</h1>
        <p role={alert ? 'alert' : undefined}>{text}</p>
      </div>
      <form method="post" action={action}>
        <SubmitButton className="wide">{button}</SubmitButton>
      </form>
    </div>
  )
}
