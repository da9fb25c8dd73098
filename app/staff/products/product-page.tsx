import { type ProductSheet, type ProductSheetPreview } from '#contract/product-sheet.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type KnownValues, plainForm } from '../../ui/form/use-shop-form.ts'
import { Success } from '../../ui/notice.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { type Asked, ASKED_WORDS } from '../parts/asked-words.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeMissingFields, LIVE_FORM } from '../parts/live-part.tsx'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { type ProductChoices } from './load-products.server.ts'
import { PhotoFields } from './photo-fields.tsx'
import { SeatTypesPart } from './seat-types-part.tsx'
import { ReadFields, RuleFields } from './product-fields.tsx'
import { PRODUCT_SHAPE, type ProductField } from './product-form.ts'
import { EffectPreview, PricePreview, ShopPreview } from './product-preview.tsx'
import { stateWords } from './product-words.ts'
import { TimetableGrid } from './timetable-grid.tsx'

export const DONE = ['made', 'saved', 'hidden', 'sold'] as const

interface ProductPageProps {
  /** Undefined for a product that does not exist yet. */
  sheet: ProductSheet | undefined
  /** The values of the form, and the tag of the version they are of. */
  kept: { was: KnownValues<ProductField>; tag: string } | undefined
  choices: ProductChoices
  /** Today and the zone of a product that has no terminal yet. */
  today: string
  zone: string
  /** What was just done. */
  done: (typeof DONE)[number] | undefined
  /** What became of asking a colleague. */
  asked: Asked | undefined
  /** The key under which a new product is made once. */
  formKey: string
  answer:
    | {
        answer: FormAnswer
        kept: ProductPageProps['kept']
        preview: ProductSheetPreview | undefined
        notice: string | undefined
        askable?: boolean
      }
    | undefined
}

/** A new product begins with the first choice of each list. */
const begin = ({ terminals, aircraftTypes, brands }: ProductChoices): KnownValues<ProductField> => ({
  place: 'manhattan',
  photo_focal: 'center',
  check_in_mins: 45,
  no_show: 'nothing',
  no_show_days: 30,
  no_show_percent: 50,
  sales_close_mins: 120,
  staff_sales_close_mins: 0,
  seats_held_back: 0,
  min_passengers: 1,
  min_decided_mins: 1440,
  min_missed: 'ask',
  availability: 'available',
  departure_terminal_id: terminals.length === 1 ? terminals[0]?.id : undefined,
  aircraft_type_id: aircraftTypes.length === 1 ? aircraftTypes[0]?.id : undefined,
  brand_id: brands[0]?.id,
})

/** One form for a product and for a new one: texts, prices, timetable, and the shop's card beside it. */
export function ProductPage({
  sheet,
  kept: loaded,
  choices,
  done,
  asked,
  formKey,
  answer,
  ...now
}: ProductPageProps) {
  const kept = answer ? answer.kept : loaded
  const form = plainForm(PRODUCT_SHAPE, answer?.answer, kept?.was ?? begin(choices))
  const preview = answer ? answer.preview : sheet?.preview
  const today = sheet?.today ?? now.today
  const zone = sheet?.timezone ?? now.zone
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <Head sheet={sheet} />
      <DoneBar sheet={sheet} done={answer ? undefined : done} />
      {asked && !answer ? <Success>{ASKED_WORDS[asked]}</Success> : null}
      {answer?.notice === undefined ? null : <Success>{answer.notice}</Success>}
      <div className="desk-cols">
        <form
          method="post"
          className="form product-form"
          {...form.props}
          {...LIVE_FORM}
          encType="multipart/form-data"
        >
          {kept ? (
            <>
              <input type="hidden" name="was" value={JSON.stringify(kept.was)} />
              <input type="hidden" name="tag" value={kept.tag} />
            </>
          ) : (
            <input type="hidden" name="key" value={formKey} />
          )}
          <SaveAtEnter sheet={sheet} />
          <ReadFields fields={form.fields} product={sheet && { id: sheet.id, tags: sheet.tag_list }} />
          <PhotoFields fields={form.fields} />
          <RuleFields
            fields={form.fields}
            choices={choices}
            price={<PricePreview preview={preview} />}
            fares={<FaresLink sheet={sheet} />}
          />
          <SeatTypesPart field={form.fields.passenger_types} />
          <TimetableGrid form={form} sheet={sheet} city={city} />
          <EffectPreview preview={preview} today={today} />
          {answer?.askable ? <AskButton intent="ask" /> : null}
          <Buttons sheet={sheet} zone={zone} />
        </form>
        <ShopPreview
          preview={preview}
          sheet={sheet}
          today={today}
          missing={answer && !preview ? describeMissingFields(form) : ''}
        />
      </div>
    </div>
  )
}

function Head({ sheet }: { sheet: ProductSheet | undefined }) {
  if (!sheet) {
    return (
      <StaffPageTitle href="/staff/products" above="Products">
        New product
      </StaffPageTitle>
    )
  }
  const state = stateWords(sheet)
  return (
    <div className="desk-head">
      <div>
        <StaffPageTitle href="/staff/products" above="Products">
          {sheet.name}
        </StaffPageTitle>
        <p className="muted">
          <span className={`st ${state.mark}`.trim()}>{state.text}</span>
          {' · '}
          {sheet.sold_by.map(({ name }) => name).join(', ') || 'Sold by nobody'}
          {' · '}
          {sheet.load.seats_taken} of {sheet.load.seats} seats in four weeks
        </p>
      </div>
      <p className="btn-row">
        <a className="btn second small" href={`/staff/catalogue/products/${String(sheet.id)}`}>
          More fields
        </a>
        {sheet.product.publish_status === 'published' ? (
          <a className="btn second small" href={`/product/${sheet.product.slug}`}>
            See it in the shop
          </a>
        ) : null}
      </p>
    </div>
  )
}

/** What was just done, with the button that takes it back. */
function DoneBar({ sheet, done }: Pick<ProductPageProps, 'sheet' | 'done'>) {
  if (!sheet || !done) return null
  const isHidden = sheet.product.publish_status !== 'published'
  if (done === 'saved' || done === 'made') {
    const words =
      done === 'saved'
        ? 'Saved.'
        : isHidden
          ? 'Saved. Shoppers do not see it yet.'
          : 'Saved. It is in the shop.'
    return (
      <div className="undo" role="status" {...READ_FIRST}>
        <span>{words}</span>
      </div>
    )
  }
  // The bar stays true when somebody reloads the page later.
  if (isHidden !== (done === 'hidden')) return null
  return (
    <div className="undo" role="status" {...READ_FIRST}>
      <span>{isHidden ? 'Hidden from the shop. Who is booked flies.' : 'Put on sale.'}</span>
      <form method="post">
        <button type="submit" className="btn second small" name="intent" value={isHidden ? 'sell' : 'hide'}>
          Undo
        </button>
      </form>
    </div>
  )
}

/** The Enter key presses the first button of a form, which must be the one that saves. */
const SaveAtEnter = ({ sheet }: Pick<ProductPageProps, 'sheet'>) => (
  <button type="submit" className="vh" name="intent" value="save" tabIndex={-1} aria-hidden="true">
    {sheet ? 'Save' : 'Save, hidden'}
  </button>
)

function FaresLink({ sheet }: Pick<ProductPageProps, 'sheet'>) {
  if (!sheet || sheet.fares === 0) return null
  return (
    <p className="muted">
      <a href={`/staff/catalogue/fares?product_id=${String(sheet.id)}`}>
        {formatCount(sheet.fares, 'fare', 'fares')}
      </a>{' '}
      of it {sheet.fares === 1 ? 'has its own price' : 'have their own prices'}, which this price does not
      change.
    </p>
  )
}

function Buttons({ sheet, zone }: Pick<ProductPageProps, 'sheet' | 'zone'>) {
  const isSold = sheet?.product.publish_status === 'published'
  const isPaused = sheet?.product.availability === 'paused' || sheet?.state.kind === 'ended'
  return (
    <div className="product-save">
      {sheet ? (
        <>
          <button type="submit" className="btn" name="intent" value="save">
            Save
          </button>
          {isSold ? (
            <button type="submit" className="btn second" name="intent" value="hide">
              Hide from the shop
            </button>
          ) : null}
          {isSold && !isPaused ? null : (
            <button type="submit" className="btn second" name="intent" value="sell">
              Put on sale
            </button>
          )}
          {sheet.last_change ? (
            <p className="muted">
              Last change {formatDateTime(sheet.last_change.at, zone)} by {sheet.last_change.by}
            </p>
          ) : null}
        </>
      ) : (
        <>
          <button type="submit" className="btn" name="intent" value="sell">
            Save and put on sale
          </button>
          <button type="submit" className="btn second" name="intent" value="save">
            Save, hidden
          </button>
        </>
      )}
    </div>
  )
}
