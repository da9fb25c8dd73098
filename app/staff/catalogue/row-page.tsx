import { type Field } from '#contract/resources/field.ts'
import { findStaffShape } from '#contract/resources/catalogue-desk.ts'
import { getFieldLabel } from '#contract/resources/resource-shape.ts'
import { type Banner } from '../../campaigns/campaign-banner.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { CampaignPreview } from './campaign-preview.tsx'
import { LIVE_FORM, LivePreview } from '../parts/live-part.tsx'
import { listFormFields, type RowFormValues } from './row-input.ts'
import { RowLinks } from './row-links.tsx'
import { SaleSwitch } from './sale-switch.tsx'
import { type GroupLinks, RowGroups } from './row-groups.tsx'
import { RowField } from './row-field.tsx'

interface RowPageProps {
  plural: string
  one: string
  /** `new` for one that is to be made. */
  id: string
  /** The row as it was read, and its tag. */
  kept: { typed: RowFormValues; tag: string } | undefined
  /** What instants are told in. */
  zone: string
  today: string
  choices: Record<string, { id: number; name: string }[]>
  saved: boolean
  /** What a new one begins with. */
  defaults: RowFormValues
  /** What its groups lead to. */
  groupLinks: GroupLinks
  answer:
    | {
        typed: RowFormValues
        kept: RowPageProps['kept']
        problems: Record<string, string>
        failure?: string | undefined
        preview?: { banner?: Banner | undefined; contrast?: number | undefined }
      }
    | undefined
}

/** The form of one thing the desk keeps, made from its declaration. */
export function RowPage({
  plural,
  one,
  id,
  kept: loaded,
  zone,
  today,
  choices,
  saved,
  defaults,
  groupLinks,
  answer,
}: RowPageProps) {
  const shape = findStaffShape(plural)
  if (!shape) return null
  const creating = id === 'new'
  const problems = answer?.problems ?? {}
  const kept = answer ? answer.kept : loaded
  const shown = answer?.typed ?? loaded?.typed ?? defaults
  const named = shown[shape.named]
  const called = (name: string) => getFieldLabel(name, shape.fields[name] ?? {})
  const asked = listFormFields(shape, creating)
  const show = (name: string, field: Field) => (
    <RowField
      key={name}
      name={name}
      field={field}
      zone={zone}
      value={shown[name] ?? ''}
      choices={'to' in field ? (choices[field.to] ?? []) : []}
      error={problems[name]}
    />
  )
  const campaign = plural === 'campaigns'
  return (
    <div className="wrap desk">
      <ErrorSummary
        items={Object.entries(problems).map(([name, text]) => ({
          text: `${called(name)}: ${text}`,
          target: name,
        }))}
      />
      <div>
        <p className="eyebrow">
          <a href={`/staff/catalogue/${plural}`}>{shape.many}</a>
        </p>
        <h1>
          {creating ? `New ${one}` : typeof named === 'string' && named !== '' ? named : `${one} ${id}`}
        </h1>
      </div>
      {answer?.failure ? (
        <p className="alert bad" role="alert" tabIndex={-1}>
          {answer.failure}
        </p>
      ) : null}
      {saved && !answer ? (
        <p className="alert good" role="status">
          Saved.
        </p>
      ) : null}
      {campaign ? (
        <LivePreview id="campaign-preview">
          <CampaignPreview preview={answer?.preview} problems={problems} labelOf={called} />
        </LivePreview>
      ) : null}
      {kept ? <RowLinks plural={plural} id={id} typed={kept.typed} /> : null}
      {kept ? <SaleSwitch plural={plural} id={id} kept={kept} today={today} /> : null}
      <form method="post" className="form row-form" noValidate {...(campaign ? LIVE_FORM : {})}>
        {kept ? (
          <>
            <input type="hidden" name="was" value={JSON.stringify(kept.typed)} />
            <input type="hidden" name="tag" value={kept.tag} />
          </>
        ) : null}
        {shape.groups ? (
          <RowGroups groups={shape.groups} fields={asked} links={groupLinks} show={show} />
        ) : (
          asked.map(([name, field]) => show(name, field))
        )}
        <div className="btn-row">
          <button type="submit" className="btn" name="intent" value="save">
            {creating ? `Make this ${one}` : 'Save'}
          </button>
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
