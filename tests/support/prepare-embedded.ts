import { prepareEmbeddedDatabases } from './embedded-database.ts'

/** Once for a run, before the workers start. */
export default prepareEmbeddedDatabases
