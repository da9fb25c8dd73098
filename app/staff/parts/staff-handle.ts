import { type StaffSection, type PageHandle } from '../../page/page-handle.ts'
import sheet from '../../styles/staff.css?url'

/** A page of the desk. One that pilots read too tells with its data whether the desk asks. */
export const staffHandle =
  (place: StaffSection) =>
  (loaded: unknown): PageHandle => {
    const pilot =
      typeof loaded === 'object' && loaded !== null && 'canEdit' in loaded && loaded.canEdit === false
    return { layout: 'desk', staffSection: pilot ? 'pilot' : place, sheet }
  }
