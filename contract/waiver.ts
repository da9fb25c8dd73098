/**
 * The current version of the waiver, by the name of its text in `content/`. A changed text is a new
 * version.
 */
export const WAIVER_VERSION = '2026-11'
