import { CheckField, optionProps, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { MOST_SUMMARY, MOST_TITLE } from '#contract/written-text.ts'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { describeZone } from '../parts/zone-name.ts'
import { type Text } from './load-text.server.ts'
import { type TextField as FieldName, type When } from './text-form.ts'
import { CONDITION, HOW_TO } from './text-words.ts'

interface TextEditorProps {
  text: Text
  form: PlainForm<FieldName>
  /** The versions that the page showed, by brand. */
  was: readonly string[]
}

/** The form of a text: its words, what changed, and when it becomes public. */
export function TextEditor({ text, form, was }: TextEditorProps) {
  const { kind, others, placeholders, draft, zone } = text
  const { fields } = form
  const isMail = kind === 'mail'
  const howTo = HOW_TO[isMail ? 'mail' : kind === 'questions' ? 'questions' : 'text']
  const filled = placeholders.map((one) => `{{${one}}}`).join(', ')
  const either = placeholders.includes('early_fee') ? ` ${CONDITION}` : ''
  return (
    <form method="post" className="form text-form" {...form.props}>
      {was.map((pair) => (
        <input type="hidden" name="was" value={pair} key={pair} />
      ))}
      {isMail ? null : (
        <>
          <TextField field={fields.title} need="required" maxLength={MOST_TITLE} autoComplete="off" />
          <TextField
            field={fields.summary}
            need="required"
            hint="Below the title, and in search engines."
            maxLength={MOST_SUMMARY}
            autoComplete="off"
          />
        </>
      )}
      <TextAreaField
        field={fields.body}
        need={isMail ? 'optional' : 'required'}
        hint={`${howTo} ${filled} ${placeholders.length === 1 ? 'is' : 'are'} filled in.${either}`}
        rows={isMail ? 8 : 24}
      />
      <TextField
        field={fields.note}
        need="required"
        hint="For those who come after. A draft may be without."
        maxLength={200}
        autoComplete="off"
      />
      {others.length === 0 ? null : (
        <CheckField
          field={fields.everywhere}
          label={`Also for ${others.map(({ name }) => name).join(', ')}`}
          after={<OtherDrafts others={others} />}
        />
      )}
      {kind === 'waiver' ? (
        <CheckField
          field={fields.sign_again}
          label="Whoever signed an older version and flies after that signs again"
        />
      ) : null}
      <WhenFields fields={fields} zone={zone} />
      <div className="btn-row">
        <button type="submit" className="btn" name="intent" value="save">
          Save
        </button>
        <button type="submit" className="btn second" name="intent" value="preview">
          Preview
        </button>
        {draft === null ? null : (
          <button type="submit" className="btn second" name="intent" value="drop">
            Throw the draft away
          </button>
        )}
      </div>
    </form>
  )
}

/** Ticking the other brands replaces what somebody drafted there. */
function OtherDrafts({ others }: Pick<Text, 'others'>) {
  const drafted = others.filter(({ hasDraft }) => hasDraft).map(({ name }) => name)
  if (drafted.length === 0) return null
  return (
    <span className="muted">
      {drafted.join(', ')} {drafted.length === 1 ? 'has a draft of its own' : 'have drafts of their own'},
      whose place this takes.
    </span>
  )
}

const CHOICES: readonly { when: When; name: string; about: string }[] = [
  { when: 'now', name: 'Now', about: 'with the press' },
  { when: 'at', name: 'At a time', about: 'by itself' },
  { when: 'draft', name: 'Keep as draft', about: 'nobody sees it' },
]

/** When it becomes public; the time counts only with its choice. */
function WhenFields({ fields, zone }: Pick<PlainForm<FieldName>, 'fields'> & { zone: string }) {
  const { when, publish_at: at } = fields
  return (
    <>
      <fieldset>
        <legend className="flabel">When</legend>
        <div className="sale-pick" id={when.id} tabIndex={-1}>
          {CHOICES.map(({ when: value, name, about }, position) => (
            <label key={value}>
              <input {...optionProps(when, 'radio', value, position)} />
              <b>{name}</b>
              <small>{about}</small>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="text-at">
        <TextField field={at} type="datetime-local" hint={`With “At a time”. ${describeZone(zone)}`} />
      </div>
    </>
  )
}
