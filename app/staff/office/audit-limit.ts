/** The most lines of a file; a day or a person has fewer. */
export const MOST_LINES_IN_FILE = 3_000
