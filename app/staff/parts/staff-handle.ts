import { type DeskPlace, type PageHandle } from '../../page/page-handle.ts'
import sheet from '../../styles/staff.css?url'

/** A page of the desk. One that pilots read too tells with its data whether the desk asks. */
export const deskHandle =
  (place: DeskPlace) =>
  (loaded: unknown): PageHandle => {
    const pilot = typeof loaded === 'object' && loaded !== null && 'desk' in loaded && loaded.desk === false
    return { layout: 'desk', desk: pilot ? 'pilot' : place, sheet }
  }
