import { CheckField, FormErrors, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { MOST_SUMMARY, MOST_TITLE } from '#contract/written-text.ts'
import { plainForm, type PlainForm } from '../../ui/form/use-shop-form.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { type TextAnswer } from './handle-text.server.ts'
import { type Text } from './load-text.server.ts'
import { ChangedWords, ShownWords } from './shown-words.tsx'
import { TEXT_SHAPE, type TextField as FieldName } from './text-form.ts'
import { TextVersions } from './text-versions.tsx'
import { CONDITION, EFFECTS, HOW_TO, shopPath, TEXTS_PATH } from './text-words.ts'

/** One text of a brand: its form, how it looks, what changed, and its versions. */
export function TextPage({ answer, ...text }: Text & { answer: TextAnswer | undefined }) {
  const { heading, brand, others, kind, name, mayEdit, saved, look, version } = text
  const form = plainForm(TEXT_SHAPE, answer?.answer, text.draft)
  const shopHref = shopPath(kind, name)
  const changes = answer ? answer.changes : text.changes
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle href={`${TEXTS_PATH}?brand=${String(brand.id)}`} above="Content" about={EFFECTS[kind]}>
        {heading}
        {others.length > 0 ? ` of ${brand.name}` : ''}
      </StaffPageTitle>
      {saved && !answer ? <DoneBar text={`Version ${String(version)} is saved and shown.`} /> : null}
      <div className="text-cols">
        <section className="desk-part" aria-label="The text">
          {mayEdit ? (
            <TextForm text={text} form={form} was={answer?.was ?? text.was} />
          ) : (
            <p className="muted">Admins change it.</p>
          )}
          {shopHref === undefined ? null : (
            <p>
              <a href={shopHref}>The page in the shop</a>
            </p>
          )}
        </section>
        <div>
          {changes === null ? null : (
            <section className="desk-part" aria-labelledby="changes">
              <h2 id="changes">
                {answer?.conflict ? 'From what somebody else saved to what you typed' : 'What changes'}
              </h2>
              <ChangedWords changes={changes} />
            </section>
          )}
          <section className="desk-part" aria-labelledby="shown">
            <h2 id="shown">
              {answer?.preview
                ? 'So it would look; nothing is saved yet'
                : look === version
                  ? 'As shoppers read it'
                  : `Version ${String(look)}`}
            </h2>
            <ShownWords words={answer?.preview ?? text.looked} />
          </section>
          <TextVersions {...text} />
        </div>
      </div>
    </div>
  )
}

interface TextFormProps {
  text: Text
  form: PlainForm<FieldName>
  /** The versions that the page showed, by brand. */
  was: readonly string[]
}

function TextForm({ text, form, was }: TextFormProps) {
  const { kind, others, placeholders } = text
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
        hint="For those who come after."
        maxLength={200}
        autoComplete="off"
      />
      {others.length === 0 ? null : (
        <CheckField
          field={fields.everywhere}
          label={`Also for ${others.map(({ name }) => name).join(', ')}`}
        />
      )}
      <div className="btn-row">
        <button type="submit" className="btn" name="intent" value="save">
          Save
        </button>
        <button type="submit" className="btn second" name="intent" value="preview">
          Preview
        </button>
      </div>
    </form>
  )
}
