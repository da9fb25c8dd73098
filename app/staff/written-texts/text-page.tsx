import { FormErrors } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { DoneBar } from '../parts/done-bar.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { type TextAnswer } from './handle-text.server.ts'
import { type Text } from './load-text.server.ts'
import { ChangedWords, ShownWords } from './shown-words.tsx'
import { draftState, formatWhen, missedWords } from './draft-words.ts'
import { TextEditor } from './text-editor.tsx'
import { TEXT_SHAPE } from './text-form.ts'
import { TextVersions } from './text-versions.tsx'
import { EFFECTS, shopPath, TEXTS_PATH } from './text-words.ts'
import { WaiverEffects } from './waiver-effects.tsx'

/** One text of a brand: its form, how it looks, what changed, and its versions. */
export function TextPage({ answer, ...text }: Text & { answer: TextAnswer | undefined }) {
  const { heading, brand, others, kind, name, mayEdit, draft, look, version, zone } = text
  const form = plainForm(TEXT_SHAPE, answer?.answer, text.typed)
  const done = answer ? undefined : doneWords(text)
  const missed = draft && missedWords(draft, version, zone)
  const shopHref = shopPath(kind, name)
  const changes = answer ? answer.changes : text.changes
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle href={`${TEXTS_PATH}?brand=${String(brand.id)}`} above="Content" about={EFFECTS[kind]}>
        {heading}
        {others.length > 0 ? ` of ${brand.name}` : ''}
      </StaffPageTitle>
      {done === undefined ? null : <DoneBar text={done} />}
      {missed === null ? null : <p className="alert bad">{missed}</p>}
      {draft === null ? null : <DraftLine draft={draft} version={version} zone={zone} />}
      <div className="text-cols">
        <section className="desk-part" aria-label="The text">
          {mayEdit ? (
            <TextEditor text={text} form={form} was={answer?.was ?? text.was} />
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
              {answer && answer.effects.length > 0 ? <Effects text={text} answer={answer} /> : null}
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

/** What was just done. */
function doneWords({ done, version, draft, zone }: Text): string | undefined {
  if (done === '1') return `Version ${String(version)} is saved and shown.`
  if (done === 'dropped' && draft === null) return 'The draft is thrown away.'
  if (done === 'draft' && draft) return 'The draft is kept. Nobody but staff sees it.'
  const at = draft?.publish_at ?? null
  return done === 'planned' && at !== null
    ? `It becomes public by itself: ${formatWhen(at, zone)}.`
    : undefined
}

interface DraftLineProps {
  draft: NonNullable<Text['draft']>
  version: number
  zone: string
}

/** What is not shown yet, who saved it, and what shoppers read until then. */
function DraftLine({ draft, version, zone }: DraftLineProps) {
  const { text, shape } = draftState(draft, zone)
  return (
    <p className="text-draft">
      <StaffState shape={shape}>{text}</StaffState>{' '}
      <span className="muted">
        {draft.saved_by}, {formatWhen(draft.saved_at, zone)}. Shoppers go on reading{' '}
        {version === 0 ? 'what they read so far' : `version ${String(version)}`}.
      </span>
    </p>
  )
}

/** What a new waiver means, for the time and the tick that were just typed. */
function Effects({ text, answer }: { text: Text; answer: TextAnswer }) {
  const { brand, others, zone } = text
  const { publish_at: from } = answer
  return (
    <WaiverEffects
      effects={answer.effects}
      names={new Map([brand, ...others].map(({ id, name }) => [id, name]))}
      from={from === null ? null : formatWhen(from, zone)}
      signAgain={answer.answer.initialValue?.['sign_again'] === 'on'}
    />
  )
}
