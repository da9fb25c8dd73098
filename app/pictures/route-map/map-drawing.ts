/** A map drawn for the page: paths and labels in its own units, coloured by the stylesheet. */
export interface MapDrawing {
  width: number
  height: number
  land: string[]
  parks: string[]
  lines: { d: string; width: number; kind: 'water' | 'road' }[]
  labels: { text: string; x: number; y: number; rotate: number; water: boolean }[]
  /** Where the sights are. A stop of a route is found by the sight's name in its own. */
  places: { name: string; x: number; y: number }[]
}
