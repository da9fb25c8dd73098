const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** The headline over the flights of the front page: "Five ways to leave the ground". */
export function headlineFlightCount(count: number): string {
  return `${WORDS[count] ?? String(count)} ${count === 1 ? 'way' : 'ways'} to leave the ground`
}
