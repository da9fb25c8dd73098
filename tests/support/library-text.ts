/** Beginnings of what the schema library says by itself, which nobody should read. */
export const LIBRARY_TEXT = /Invalid |Too (?:small|big)|expected |received |Unrecognized key|Required\b/
