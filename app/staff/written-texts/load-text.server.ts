import { type Brand } from '#contract/catalogue.ts'
import {
  placeholdersOf,
  WRITTEN_TEXTS,
  type WrittenTextDraft,
  WrittenTextDraftsReply,
  WrittenTextHistoryReply,
  WrittenTextName,
  WrittenTextVersionReply,
  WrittenTextVersionsReply,
  type WrittenWords,
} from '#contract/written-text.ts'
import { toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { getBrands } from '../../visit/brand.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { type ComparedLine, compareWords } from './compare-words.ts'
import { findFileWords } from './find-file-words.server.ts'
import { loadTextBrands } from './load-texts.server.ts'
import { showWords } from './show-words.server.ts'
import { whenOf } from './text-form.ts'
import { versionWords } from './text-words.ts'

/** A text of a brand, as its address names it. */
export interface TextPlace {
  name: WrittenTextName
  brand: Brand
}

const missing = () => new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })

/** @throws Response 404 for an unknown text, or a brand without a shop */
export async function requirePlace(
  staff: StaffVisit,
  params: Readonly<Partial<Record<string, string>>>,
): Promise<TextPlace> {
  const name = WrittenTextName.safeParse(params['text']).data
  const own = (await loadTextBrands(staff)).find(({ id }) => String(id) === params['brand'])
  const known = await getBrands(staff.visit.shop, Date.now())
  const brand = own && (known.find(({ id }) => id === own.id) ?? staff.visit.brand)
  if (name === undefined || !brand) throw missing()
  return { name, brand }
}

const joined = ({ title, summary, body }: WrittenWords): string => [title, summary, body].join('\n')

export const compareTexts = (before: WrittenWords, after: WrittenWords): ComparedLine[] =>
  compareWords(joined(before), joined(after))

/** A number in the address; undefined for none of ours. */
const numberIn = (query: URLSearchParams, name: string): number | undefined =>
  /^\d{1,6}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined

/**
 * A text with its versions and its draft, whose words the form then has. `?back=2` fills the form with
 * the words of that version instead, `?look=2` shows them and what they changed.
 */
export async function loadText(staff: StaffVisit, { name, brand }: TextPlace, query: URLSearchParams) {
  const { userApi, factor } = staff
  const path = `${String(brand.id)}/${name}`
  const [history, newestOfAll, draftsOfAll, brands] = await Promise.all([
    userApi.get(`/v1/written_texts/${path}`, WrittenTextHistoryReply),
    userApi.get('/v1/written_text_versions', WrittenTextVersionsReply),
    userApi.get('/v1/written_text_drafts', WrittenTextDraftsReply),
    loadTextBrands(staff),
  ])
  const {
    newest,
    draft,
    written_text_versions: versions,
    signed_of_files: signedOfFiles,
  } = requireData(history)
  const all = requireData(newestOfAll).written_text_versions
  const drafts = requireData(draftsOfAll).written_text_drafts
  const version = newest?.version ?? 0
  const shown = newest ?? findFileWords(name)
  const read = async (number: number): Promise<WrittenWords> => {
    if (number === 0) return findFileWords(name)
    if (number === version) return shown
    const found = await userApi.get(
      `/v1/written_text_versions/${path}/${String(number)}`,
      WrittenTextVersionReply,
    )
    return requireData(found).written_text_version
  }
  const back = numberIn(query, 'back')
  const look = numberIn(query, 'look')
  const words = back === undefined ? (draft ?? shown) : await read(back)
  const looked = look === undefined ? shown : await read(look)
  const { title, summary, body } = words
  return {
    ...{ name, version, versions, placeholders: placeholdersOf(name), ...textFacts(name) },
    brand: { id: brand.id, name: brand.name },
    others: brands
      .filter(({ id }) => id !== brand.id)
      .map((other) => ({ ...other, hasDraft: findOf(drafts, name, other.id) !== undefined })),
    was: brands.map(({ id }) => wasOf(id, findOf(all, name, id), findOf(drafts, name, id))),
    typed: {
      ...{ title, summary, body },
      ...(back === undefined
        ? { note: draft?.note ?? '', ...planOf(draft, brand.time_zone) }
        : { note: `Back to ${versionWords(back)}`, ...planOf(null, brand.time_zone) }),
    },
    draft,
    signedOfFiles,
    look: look ?? version,
    looked: await showWords(staff, brand, name, looked),
    changes:
      look !== undefined
        ? look === 0
          ? null
          : compareTexts(await read(look - 1), looked)
        : back !== undefined || draft
          ? compareTexts(shown, words)
          : null,
    zone: brand.time_zone,
    mayEdit: factor.roles.includes('admin'),
    done: query.get('done'),
  }
}

/** What the page showed of a brand: `2:5:0` is its version 5, and no draft. */
const wasOf = (brandId: number, newest: { version: number } | undefined, draft: { id: number } | undefined) =>
  [brandId, newest?.version ?? 0, draft?.id ?? 0].join(':')

/** When a draft becomes public, as the form has it. */
const planOf = (draft: Pick<WrittenTextDraft, 'publish_at' | 'sign_again'> | null, zone: string) => {
  const at = draft?.publish_at ?? null
  return {
    when: whenOf(draft),
    publish_at: at === null ? '' : `${toLocalDate(at, zone)}T${toLocalTime(at, zone)}`,
    sign_again: draft?.sign_again ?? false,
  }
}

const textFacts = (name: WrittenTextName) => {
  const { title, kind } = WRITTEN_TEXTS[name]
  return { heading: title, kind }
}

const findOf = <Row extends { name: string; brand_id: number }>(
  all: readonly Row[],
  name: string,
  brandId: number,
) => all.find((one) => one.name === name && one.brand_id === brandId)

export type Text = Awaited<ReturnType<typeof loadText>>
