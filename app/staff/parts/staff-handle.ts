import { type StaffSection, type PageHandle } from '../../page/page-handle.ts'
import sheet from '../../styles/staff.css?url'

/**
 * The handle of a page in the staff area, which no script of the framework continues with. Pilots see
 * some of these pages, too: the loader's `canEdit` tells them apart.
 */
export const staffHandle = (place: StaffSection) =>
  Object.assign(
    (loaded: unknown): PageHandle => {
      const pilot =
        typeof loaded === 'object' && loaded !== null && 'canEdit' in loaded && loaded.canEdit === false
      return { layout: 'desk', staffSection: pilot ? 'pilot' : place, sheet }
    },
    { hydrate: false },
  )
