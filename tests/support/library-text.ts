/** The beginnings of zod's default messages, which no shopper should read. */
export const LIBRARY_TEXT = /Invalid |Too (?:small|big)|expected |received |Unrecognized key|Required\b/
