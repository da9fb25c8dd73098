import { type WrittenTextName, type WrittenWords } from '#contract/written-text.ts'
import { findWaiverFile } from '../../passengers/waiver-text.server.ts'
import { findArticleFile } from '../../texts/articles.server.ts'
import { findLegalFile } from '../../texts/legal-text.server.ts'

const NONE: WrittenWords = { title: '', summary: '', body: '' }

/** The words that come with the shop, which are version 0; none for a mail. */
export const findFileWords = (name: WrittenTextName): WrittenWords =>
  (name === 'waiver' ? findWaiverFile() : (findLegalFile(name) ?? findArticleFile(name))) ?? NONE
