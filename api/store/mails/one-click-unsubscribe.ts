/**
 * What a mail with news carries for the reader's mail program, which then ends it by one POST to
 * this address, without a page (RFC 8058).
 *
 * @param stop https address of the page that ends it
 */
export const oneClickUnsubscribeHeaders = (stop: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
