const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** The front page's headline over its flights: "Five ways to leave the ground". */
export function headlineFlightCount(count: number): string {
  return `${WORDS[count] ?? String(count)} ${count === 1 ? 'way' : 'ways'} to leave the ground`
}
