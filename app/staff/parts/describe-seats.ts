/** The seats that are left, and how many of them only staff sell: `4 left, 2 held back`. */
export const describeSeats = ({
  seats_left: left,
  held_back: heldBack,
}: {
  seats_left: number
  held_back: number
}): string => `${String(left)} left${heldBack > 0 ? `, ${String(heldBack)} held back` : ''}`
