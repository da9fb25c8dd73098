const CHIPS: Readonly<Record<string, { label: string; look: string }>> = {
  sunset: { label: 'Sunset', look: 'chip sunset' },
  night: { label: 'Night', look: 'chip night' },
  midnight: { label: 'Midnight', look: 'chip night' },
  'off-peak': { label: 'Off-peak', look: 'chip off' },
  focus_flight: { label: 'Focus flight', look: 'chip line' },
  'doors-off': { label: 'Doors off', look: 'chip doors' },
}

/** The tags of a departure that mean something to a shopper, as words; others are for the house. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => {
    const chip = CHIPS[tag]
    return chip ? (
      <span key={tag} className={chip.look}>
        {chip.label}
      </span>
    ) : null
  })
}
