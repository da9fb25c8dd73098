import { DateTimeCell } from '../parts/date-time.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { countWords, draftState } from './draft-words.ts'
import { type Texts } from './load-texts.server.ts'
import { fileWords, KINDS, TEXTS_PATH, textPath } from './text-words.ts'

const ABOUT = 'What shoppers read and sign, and the shop’s own words in its mails.'
const HEADS = ['Text', 'Kind', 'Version', 'Last changed', 'What changed', 'Next']

/** Every text that staff rewrite, for one brand. */
export function TextsPage({ brands, brandId, texts, counts, zone }: Texts) {
  const waiting = countWords(counts)
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <StaffPageTitle
          href="/staff/office"
          above="Office"
          about={[ABOUT, waiting].filter((part) => part !== '').join(' ')}
        >
          Content
        </StaffPageTitle>
        {brands.length > 0 ? (
          <StaffTabs
            label="Brand"
            tabs={brands.map(({ id, name, drafts }) => ({
              text: name,
              count: drafts > 0 ? drafts : undefined,
              href: `${TEXTS_PATH}?brand=${String(id)}`,
              current: id === brandId,
            }))}
          />
        ) : null}
      </div>
      <StaffTable label="Texts" heads={HEADS} stacked>
        {texts.map(({ name, title, kind, newest, draft }) => (
          <tr key={name} className="text-row">
            <th scope="row">
              <a href={textPath(brandId, name)}>{title}</a>
            </th>
            <td data-label="Kind">{KINDS[kind]}</td>
            <td data-label="Version">{newest?.version ?? 0}</td>
            <td data-label="Last changed">
              <DateTimeCell at={newest?.saved_at ?? null} zone={zone} none="Never" />
              {newest?.saved_by ? <small>{newest.saved_by}</small> : null}
            </td>
            <td data-label="What changed">{newest?.note ?? fileWords(kind)}</td>
            <td data-label="Next">{draft === null ? '–' : <DraftState draft={draft} zone={zone} />}</td>
          </tr>
        ))}
      </StaffTable>
    </div>
  )
}

function DraftState({ draft, zone }: { draft: NonNullable<Texts['texts'][number]['draft']>; zone: string }) {
  const { text, shape } = draftState(draft, zone)
  return <StaffState shape={shape}>{text}</StaffState>
}
