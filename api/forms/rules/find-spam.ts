/** Each once, whole; the name of a mailbox and what follows its @ are none. */
const LINK = new RegExp(
  [
    String.raw`https?://[\w.-]*|www\.[\w.-]*`,
    String.raw`|(?<![@\w-]|[\w-]\.)[\w-]+(?:\.[\w-]+)*`,
    String.raw`\.(?:com|net|org|info|biz|shop|xyz|top|ru|cn|io|co)\b(?![\w.-]*@\w)`,
  ].join(''),
  'gi',
)
const MARKUP = /<\s*(?:a|img|script|iframe)\b|\[(?:url|link|img)\b/i
/** Where one answers somebody, a page or two may be worth showing. */
const MOST_LINKS = 2

/**
 * Field → what a person in earnest can leave out of it; empty when there is nothing to say. E-mails
 * are not looked at.
 */
export function findSpam(texts: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, text] of Object.entries(texts)) {
    const links = text.match(LINK)?.length ?? 0
    const most = ['message', 'liked', 'better'].includes(field) ? MOST_LINKS : 0
    if (MARKUP.test(text)) found[field] = 'Please write plain text, without HTML'
    else if (links > most)
      found[field] = most === 0 ? 'Please leave out the link' : 'Please leave out links: two at most'
  }
  return found
}
