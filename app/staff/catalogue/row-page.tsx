import { type Field } from '#contract/resources/field.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type Banner } from '../../campaigns/campaign-banner.tsx'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure, Success } from '../../ui/notice.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { type Asked, ASKED_WORDS } from '../parts/asked-words.ts'
import { LIVE_FORM, LivePreview } from '../parts/live-part.tsx'
import { knownRow, listFormFields, rowFormShape, type RowFormValues } from './row-input.ts'
import { RowLinks } from './row-links.tsx'
import { SaleSwitch } from './sale-switch.tsx'
import { type GroupLinks, RowGroups } from './row-groups.tsx'
import { RowField } from './row-field.tsx'

interface RowPageProps {
  plural: string
  one: string
  /** `new` for a row that does not exist yet. */
  id: string
  /** The saved row and its ETag. */
  kept: { typed: RowFormValues; tag: string } | undefined
  /** The time zone of all instants. */
  zone: string
  today: string
  choices: Record<string, { id: number; name: string }[]>
  saved: boolean
  asked: Asked | undefined
  /** The initial values of a new row. */
  defaults: RowFormValues
  /** The links beside each group of fields. */
  groupLinks: GroupLinks
  answer:
    | {
        kept: RowPageProps['kept']
        /** The submitted values with their errors. */
        answer?: FormAnswer | undefined
        /** The reason why a button did nothing. */
        failure?: string | undefined
        askable?: boolean | undefined
        preview?: { banner?: Banner | undefined; contrast?: number | undefined } | undefined
      }
    | undefined
}

/** The form of one row that staff edit, made from the declaration of its resource. */
export function RowPage(props: RowPageProps) {
  const shape = findStaffShape(props.plural)
  return shape ? <DeclaredRow {...props} shape={shape} /> : null
}

function DeclaredRow({
  plural,
  one,
  id,
  kept: loaded,
  zone,
  today,
  choices,
  saved,
  asked,
  defaults,
  groupLinks,
  answer,
  shape,
}: RowPageProps & { shape: ResourceShape }) {
  const creating = id === 'new'
  const kept = answer ? answer.kept : loaded
  const form = plainForm(rowFormShape(shape), answer?.answer, knownRow(shape, kept?.typed ?? defaults))
  const named = form.fields[shape.named]?.meta.initialValue
  const typedFields = listFormFields(shape, creating)
  const show = (name: string, declared: Field) => {
    const field = form.fields[name]
    const listed = 'to' in declared ? (choices[declared.to] ?? []) : []
    return field ? <RowField key={name} {...{ field, declared, zone }} choices={listed} /> : null
  }
  const campaign = plural === 'campaigns'
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <div>
        <p className="eyebrow">
          <a href={`/staff/catalogue/${plural}`}>{shape.many}</a>
        </p>
        <h1>
          {creating ? `New ${one}` : typeof named === 'string' && named !== '' ? named : `${one} ${id}`}
        </h1>
      </div>
      <Failure text={answer?.failure} />
      {saved && !answer ? <Success>Saved.</Success> : null}
      {asked && !answer ? <Success>{ASKED_WORDS[asked]}</Success> : null}
      {campaign ? (
        <LivePreview id="campaign-preview">
          <CampaignPreview preview={answer?.preview} form={form} />
        </LivePreview>
      ) : null}
      {kept ? <RowLinks plural={plural} id={id} typed={kept.typed} /> : null}
      {kept ? <SaleSwitch plural={plural} id={id} kept={kept} today={today} /> : null}
      <form method="post" className="form row-form" {...form.props} {...(campaign ? LIVE_FORM : {})}>
        {kept ? (
          <>
            <input type="hidden" name="was" value={JSON.stringify(kept.typed)} />
            <input type="hidden" name="tag" value={kept.tag} />
          </>
        ) : null}
        {shape.groups ? (
          <RowGroups groups={shape.groups} fields={typedFields} links={groupLinks} show={show} />
        ) : (
          typedFields.map(([name, field]) => show(name, field))
        )}
        <div className="btn-row">
          <button type="submit" className="btn" name="intent" value="save">
            {creating ? `Make this ${one}` : 'Save'}
          </button>
          {answer?.askable ? <AskButton intent="ask" /> : null}
          {campaign ? (
            <button type="submit" className="btn second" name="intent" value="preview">
              Preview the banner
            </button>
          ) : null}
          {creating ? null : (
            <button type="submit" className="btn second" name="intent" value="remove">
              Remove this {one}
            </button>
          )}
        </div>
      </form>
    </div>
  )
}
