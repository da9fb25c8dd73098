/**
 * While the people on these pages are invented, both kinds of pages say so. Operators with real
 * texts of their own remove these notes.
 */
export const sampleContentNotes = {
  stories:
    'To read, not to watch. Stories written for this shop’s demonstration; the operator puts ' +
    'its guests’ own words here.',
  friends: 'Friends written for this shop’s demonstration; the operator puts its own here.',
} as const
