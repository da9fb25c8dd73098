import { type Brand } from '#contract/catalogue.ts'
import { WrittenTextsReply, type WrittenTextName, type WrittenWords } from '#contract/written-text.ts'
import { toLocalDate } from '../format/local-time.ts'
import { type ApiClient } from '../visit/api-result.ts'

/** Words that staff saved instead of those of `content/`. */
export interface SavedText extends WrittenWords {
  version: number
  /** The day they were saved, `YYYY-MM-DD` in the brand's zone. */
  changed: string
}

/** By the name of the text; what is missing has the words of `content/`. */
export type SavedTexts = ReadonlyMap<string, SavedText>

export const NO_SAVED_TEXTS: SavedTexts = new Map()

interface TextsVisit {
  api: ApiClient
  brand: Pick<Brand, 'id' | 'time_zone'>
}

/** What staff saved for a brand; nothing where the service has no such call, or does not answer. */
export async function loadSavedTexts({ api, brand }: TextsVisit): Promise<SavedTexts> {
  const answer = await api.get('/v1/written_texts', WrittenTextsReply, { query: { brand_id: brand.id } })
  if (!answer.ok || answer.data.written_texts.length === 0) return NO_SAVED_TEXTS
  const own = answer.data.written_texts.filter(({ brand_id: id }) => id === brand.id)
  return new Map(
    own.map(({ name, title, summary, body, version, saved_at: at }) => [
      name,
      { title, summary, body, version, changed: toLocalDate(at, brand.time_zone) },
    ]),
  )
}

/** The words of one text, as `SavedTexts`, for a page that shows them before they are saved. */
export const asSavedTexts = (name: WrittenTextName, words: WrittenWords, changed: string): SavedTexts =>
  new Map([[name, { ...words, version: 0, changed }]])
