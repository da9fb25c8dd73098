/**
 * As long as nobody real is named here, both kinds of pages say so. An operator who puts in its own
 * takes these away.
 */
export const sampleContentNotes = {
  stories:
    'To read, not to watch. Stories written for this shop’s demonstration; the operator puts ' +
    'its guests’ own words here.',
  friends: 'Friends written for this shop’s demonstration; the operator puts its own here.',
} as const
