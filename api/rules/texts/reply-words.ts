/** What somebody asks for who answers a text. */
export type ReplyWord = 'stop' | 'start' | 'help' | 'other'

/** The words that the provider knows as well: https://help.twilio.com/articles/223134027. */
const STOP = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout']
const START = ['start', 'unstop', 'yes']
const HELP = ['help', 'info']

/**
 * Reads an answer. A single word counts in any case and with any punctuation. Whoever begins with
 * "stop", or asks in a sentence to be left alone, means it too.
 */
export function readReplyWord(body: string): ReplyWord {
  const words = body
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const whole = words.replaceAll(' ', '')
  if (STOP.includes(whole)) return 'stop'
  if (START.includes(whole)) return 'start'
  if (HELP.includes(whole)) return 'help'
  const asksToEnd =
    /^(?:please )?(?:stop|stopall|unsubscribe)\b/.test(words) ||
    /\b(?:unsubscribe|opt out|(?:stop|no more|do not|don t|dont) (?:text|message|send|sms)\w*)\b/.test(words)
  return asksToEnd ? 'stop' : 'other'
}
