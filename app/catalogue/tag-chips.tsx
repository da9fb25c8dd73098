const CHIPS: Readonly<Record<string, { label: string; tone: string }>> = {
  sunset: { label: 'Sunset', tone: 'chip sunset' },
  night: { label: 'Night', tone: 'chip night' },
  midnight: { label: 'Midnight', tone: 'chip night' },
  'off-peak': { label: 'Off-peak', tone: 'chip off' },
  focus_flight: { label: 'Focus flight', tone: 'chip line' },
  'doors-off': { label: 'Doors off', tone: 'chip doors' },
}

/** The tags of a departure that concern shoppers; internal ones are not shown. */
export function TagChips({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => {
    const chip = CHIPS[tag]
    return chip ? (
      <span key={tag} className={chip.tone}>
        {chip.label}
      </span>
    ) : null
  })
}
