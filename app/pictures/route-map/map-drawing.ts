/** A map drawn for the page: paths and labels in its own units, coloured by the style sheet. */
export interface MapDrawing {
  width: number
  height: number
  land: string[]
  parks: string[]
  lines: { d: string; width: number; kind: 'water' | 'road' }[]
  labels: { text: string; x: number; y: number; rotate: number; water: boolean }[]
  /** The coordinates of the sights. A stop of a route matches the sight whose name it contains. */
  places: { name: string; x: number; y: number }[]
}
